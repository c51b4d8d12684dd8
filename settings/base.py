"""Settings from the environment or ``.env``; secrets may be in files of their own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

_FILE: Final = "_file"
ENV_FILE: Final = ".env"
QUOTES: Final = ('""', "''", "“”", "‘’", "``")
"""Quotes that may surround a copied secret."""


class SettingsBase(BaseSettings):
    """Settings from the environment or ``.env``. For ``NAME``, ``NAME_FILE`` may name a file with its value.

    Raises ValidationError; :func:`complaints` turns it into sentences.
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore", frozen=True
    )

    def __init__(self, **given: Any) -> None:
        _check_env_file(Path(ENV_FILE))
        super().__init__(**given)

    @model_validator(mode="before")
    @classmethod
    def _read_files(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        read = dict(given)
        for name in cls.model_fields:
            of = name.removesuffix(_FILE)
            if of != name and of in cls.model_fields and given.get(name) is not None:
                read[of] = _secret(of, name, given)
        return read

    @field_validator("*", mode="before")
    @classmethod
    def _read_as_meant(cls, given: Any, info: ValidationInfo) -> Any:
        """Strip what copying leaves around a secret, and match a choice in any case."""
        kind = cls.model_fields[info.field_name or ""].annotation
        if isinstance(given, str) and SecretStr in (kind, *get_args(kind)):
            return uncopied(given)
        if isinstance(given, str) and get_origin(kind) is Literal:
            return next(
                (choice for choice in get_args(kind) if choice.lower() == given.strip().lower()), given
            )
        return given


def uncopied(secret: str) -> str:
    """``secret`` without surrounding whitespace and quotes."""
    bare = secret.strip()
    while len(bare) > 1 and bare[0] + bare[-1] in QUOTES:
        bare = bare[1:-1].strip()
    return bare


def _check_env_file(file: Path) -> None:
    """Check that ``.env`` is readable, if it exists. Raises ValidationError."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _wrong_file("it cannot be read ({reason})", reason=reason) from None
    except UnicodeDecodeError:
        raise _wrong_file(_NO_UTF8) from None
    if "\0" in text:  # UTF-16 without a byte order mark
        raise _wrong_file(_NO_UTF8)


_NO_UTF8: Final = "it isn't UTF-8: save it once more as plain text in UTF-8"


def _wrong_file(text: str, **words: str) -> ValidationError:
    problem = InitErrorDetails(type=PydanticCustomError("env_file", text, words), loc=(ENV_FILE,), input=None)
    return ValidationError.from_exception_data("settings", [problem], hide_input=True)


def _secret(of: str, name: str, given: dict[str, Any]) -> str:
    """The secret in the file named by the setting ``name``. Raises ValidationError for that setting."""
    if given.get(of) is not None:
        raise wrong_setting(name, "{other} is set as well, and only one of the two can be", other=of.upper())
    file = Path(given[name]).expanduser()
    try:
        secret = uncopied(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise wrong_setting(
            name, "the file {file} cannot be read ({reason})", file=str(file), reason=reason
        ) from None
    except UnicodeDecodeError:
        raise wrong_setting(name, "the file {file} holds no text", file=str(file)) from None
    if not secret:
        raise wrong_setting(name, "the file {file} is empty", file=str(file))
    if "\0" in secret:
        raise wrong_setting(name, "the file {file} holds no text", file=str(file))
    if len(secret.splitlines()) > 1:
        raise wrong_setting(name, "the file {file} has more than one line", file=str(file))
    return secret


def wrong_setting(name: str, text: str, **words: str) -> ValidationError:
    """An error for the setting ``name``, with ``words`` filled into ``text``."""
    # Without the input, which may be a secret.
    problem = InitErrorDetails(type=PydanticCustomError("secret_file", text, words), loc=(name,), input=None)
    return ValidationError.from_exception_data("settings", [problem], hide_input=True)


Read = TypeVar("Read", bound=SettingsBase)


def read(kind: type[Read]) -> Read | None:
    """Read a program's settings; if they are unusable, prints why to standard error and returns None."""
    try:
        return kind()
    except ValidationError as error:
        print(*complaints(error), sep="\n", file=sys.stderr)
        return None


def complaints(error: ValidationError) -> list[str]:
    """A sentence for each unusable setting, without its value."""
    told = []
    for problem in error.errors(include_input=False):
        if problem["loc"] == (ENV_FILE,):
            told.append(f"The file {Path(ENV_FILE).absolute()} cannot be used: {problem['msg']}.")
            continue
        name = "_".join(map(str, problem["loc"])).upper()
        told.append(f"The setting {name} cannot be used: {problem['msg']}. See .env.example.")
    return told
