"""Components of messages: the rules of Components V2, and looking for a button or a menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.loopback.server.entities import V2, Attachment
from tests.loopback.server.refusals import bad_form

Component = dict[str, Any]

ROW: Final = 1
BUTTON: Final = 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
TEXT: Final = 10
MOST: Final = 40
MOST_TEXT: Final = 4000


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """Every component, nested ones too, in the order in which they are shown."""
    for component in components:
        yield component
        if "accessory" in component:
            yield component["accessory"]
        if "component" in component:
            yield component["component"]
        yield from walk(component.get("components", ()))


def texts(components: Sequence[Component]) -> list[str]:
    """Every text that is displayed."""
    return [part["content"] for part in walk(components) if part["type"] == TEXT]


def accept(
    given: Sequence[Component], *, flags: int, content: str | None, embeds: Any, files: Sequence[Attachment]
) -> list[Component]:
    """The components as Discord keeps them: numbered, their pictures found. Refuses what breaks a rule."""
    if flags & V2:
        _check_v2(given, content, embeds)
    elif any(part["type"] >= 9 for part in walk(given)):
        raise bad_form("components", "BASE_TYPE_CHOICES", "These components need the IS_COMPONENTS_V2 flag")
    _check_ids(given)
    shown: set[int] = set()
    numbers = iter(range(1, MOST + 2))
    kept = [_kept(component, numbers, files, shown) for component in given]
    if flags & V2 and (unseen := [file.filename for file in files if file.id not in shown]):
        # discord-limits.md: every attachment must be shown by a component.
        raise bad_form("attachments", "UNREFERENCED_ATTACHMENT", f"Not shown by any component: {unseen}")
    return kept


def _check_v2(given: Sequence[Component], content: str | None, embeds: Any) -> None:
    if content or embeds:
        raise bad_form(
            "content" if content else "embeds",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' and 'embeds' fields cannot be used with MessageFlags.IS_COMPONENTS_V2",
        )
    if not given:
        raise bad_form("components", "BASE_TYPE_REQUIRED", "This field is required")
    if sum(1 for _ in walk(given)) > MOST:
        raise bad_form("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"At most {MOST} components")
    if sum(map(len, texts(given))) > MOST_TEXT:
        raise bad_form(
            "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"At most {MOST_TEXT} characters"
        )


def _check_ids(given: Sequence[Component]) -> None:
    ids = [part["custom_id"] for part in walk(given) if part.get("custom_id")]
    if len(ids) != len(set(ids)):
        raise bad_form(
            "components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    for row in (part for part in walk(given) if part["type"] == ROW):
        menus = sum(part["type"] in SELECTS for part in row["components"])
        if len(row["components"]) > (1 if menus else 5):
            raise bad_form("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The row is too wide")


def _kept(
    given: Component, numbers: Iterator[int], files: Sequence[Attachment], shown: set[int]
) -> Component:
    # Discord numbers the components itself; 0 and a missing id mean the same.
    component = {key: value for key, value in given.items() if value is not None} | {"id": next(numbers)}
    match component["type"]:
        case 1 | 17:
            component["components"] = [_kept(part, numbers, files, shown) for part in given["components"]]
            if component["type"] == 17:
                component.setdefault("accent_color", None)
                component.setdefault("spoiler", False)
        case 9:
            component["components"] = [_kept(part, numbers, files, shown) for part in given["components"]]
            component["accessory"] = _kept(given["accessory"], numbers, files, shown)
        case 12:
            component["items"] = [
                {
                    "media": _media(item["media"], files, shown),
                    "description": item.get("description"),
                    "spoiler": bool(item.get("spoiler")),
                }
                for item in given["items"]
            ]
        case 3 | 5 | 6 | 7 | 8:
            component.setdefault("min_values", 1)
            component.setdefault("max_values", 1)
        case 11 | 13:
            key = "media" if component["type"] == 11 else "file"
            component[key] = _media(given[key], files, shown)
            component.setdefault("spoiler", False)
            if component["type"] == 13:
                of = next((file for file in files if str(file.id) == component[key]["id"]), None)
                component |= {"name": of.filename, "size": len(of.content)} if of else {"name": "", "size": 0}
        case _:
            pass
    return component


def _media(given: Component, files: Sequence[Attachment], shown: set[int]) -> Component:
    url = given["url"]
    if not url.startswith("attachment://"):
        # A message that is edited names its pictures by their address.
        found = next((file for file in files if file.url == url), None)
    else:
        found = next((file for file in files if file.filename == url.removeprefix("attachment://")), None)
        if found is None:
            raise bad_form(
                "components",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment was not found: {url}",
            )
    if found is None:
        return {"id": "0", "url": url, "proxy_url": url}
    shown.add(found.id)
    width, height = found.size or (None, None)
    return {
        "id": str(found.id),
        "url": found.url,
        "proxy_url": found.url,
        "width": width,
        "height": height,
        "content_type": found.content_type,
        "attachment_id": str(found.id),
    }


# --- looking for one -----------------------------------------------------------------------------


def find(
    components: Sequence[Component],
    kinds: frozenset[int],
    *,
    label: str | None = None,
    custom_id: str | None = None,
) -> Component:
    """The one control with this label or prompt, or with this id, or one that begins so. LookupError else."""
    controls = [part for part in walk(components) if part["type"] in kinds and part.get("custom_id")]
    fitting = [
        part
        for part in controls
        if label in (None, part.get("label"), part.get("placeholder"))
        and (custom_id is None or part["custom_id"].startswith(custom_id))
    ]
    exactly = [part for part in fitting if part["custom_id"] == custom_id]
    if len(fitting) != 1 and len(exactly) == 1:
        return exactly[0]
    if len(fitting) != 1:
        there = [(part.get("label") or part.get("placeholder"), part["custom_id"]) for part in controls]
        raise LookupError(
            f"{len(fitting)} controls fit label={label!r} custom_id={custom_id!r}; there are {there}"
        )
    return fitting[0]
