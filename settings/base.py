"""Settings from the environment or ``.env``, of which secrets may stand in files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

_FILE: Final = "_file"


class SettingsBase(BaseSettings):
    """Settings from the environment or ``.env``. ``NAME_FILE``, beside ``NAME``, is the file it stands in."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

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


def _secret(of: str, name: str, given: dict[str, Any]) -> str:
    """The secret in the file that the setting ``name`` says. Raises ValidationError, for that setting."""
    if given.get(of) is not None:
        raise wrong_setting(name, "{other} is set as well, and only one of the two can be", other=of.upper())
    file = Path(given[name]).expanduser()
    try:
        secret = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise wrong_setting(
            name, "the file {file} cannot be read ({reason})", file=str(file), reason=reason
        ) from None
    except UnicodeDecodeError:
        raise wrong_setting(name, "the file {file} holds no text", file=str(file)) from None
    if not secret:
        raise wrong_setting(name, "the file {file} is empty", file=str(file))
    return secret


def wrong_setting(name: str, text: str, **words: str) -> ValidationError:
    """The error to raise for the setting ``name``: ``text``, with ``words`` put in where it says so."""
    # The input is left out: it may be a secret.
    problem = InitErrorDetails(type=PydanticCustomError("secret_file", text, words), loc=(name,), input=None)
    return ValidationError.from_exception_data("settings", [problem], hide_input=True)


def complaints(error: ValidationError) -> list[str]:
    """A sentence for each setting that cannot be used, without its value."""
    told = []
    for problem in error.errors(include_input=False):
        name = "_".join(map(str, problem["loc"])).upper()
        told.append(f"The setting {name} cannot be used: {problem['msg']}. See .env.example.")
    return told
