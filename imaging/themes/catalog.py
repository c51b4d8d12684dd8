"""The themes there are: five looks, each for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from engines import Side
from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

_LIGHT_SEA = ThemeInfo(
    name="Light sea",
    sentence="Shallow water between beaches, by day.",
    board=Theme((), ()),
    boards={
        ("dark", "light"): Theme((), (), sea_light=rgb("#C4E9E6"), sea_dark=rgb("#4A9DAC")),
        ("predator", "prey"): Theme((), (), tint=0.72),
    },
    coats={
        "green": PieceStyle.of(face="#CDEB9C", rim="#2F6B3A", ink="#1F5533", zone="#7FC25A"),
        "blue": PieceStyle.of(face="#2D55A8", rim="#162C63", ink="#F3F7FF", zone="#4A78D0"),
        "white": PieceStyle.of(face="#FAF5E9", rim="#6E5D48", ink="#3E3329", zone="#F4ECD8"),
        "black": PieceStyle.of(face="#404552", rim="#1C1F28", ink="#F7F3EA", zone="#626C7E"),
        "dark": PieceStyle.of(face="#4A5366", rim="#1B202B", ink="#FBF6EA", zone="#626C7E"),
        "light": PieceStyle.of(face="#FFF6E0", rim="#8A704E", ink="#4A3826", zone="#F4ECD8"),
        "predator": PieceStyle.of(
            face="#5E3066", rim="#2F1436", ink="#FFF3EA", zone="#C6A4DC", trace="#5E3066"
        ),
        "prey": PieceStyle.of(face="#FFDCB4", rim="#BA6838", ink="#86381A", zone="#FFCB94", trace="#A55228"),
    },
)
"""A shallow sea between beaches, by day."""

_DARK_SEA_BOARD = Theme(
    (),
    (),
    sand=rgb("#14212D"),
    dry_light=rgb("#263541"),
    dry_dark=rgb("#1E2C38"),
    wet=rgb("#35505F"),
    foam=rgb("#D3ECEC"),
    sea_light=rgb("#2F6476"),
    sea_dark=rgb("#255263"),
    deep=rgb("#12919F"),
    text=rgb("#E9F1F0"),
    coral=rgb("#DF5236"),
    faint=rgb("#7D98A2"),
    sun=rgb("#C08F2C"),
    glow=rgb("#A08F4E"),
    amber=rgb("#FFD166"),
    pool=rgb("#255263"),
)

_DARK_SEA = ThemeInfo(
    name="Dark sea",
    sentence="The same sea on a clear night: easy on the eyes in the dark.",
    board=_DARK_SEA_BOARD,
    boards={
        ("dark", "light"): replace(
            _DARK_SEA_BOARD, sea_light=rgb("#6B9EA8"), sea_dark=rgb("#1D4554"), pool=rgb("#1D4554")
        ),
        ("predator", "prey"): replace(_DARK_SEA_BOARD, tint=0.72),
    },
    shadow=rgb("#06141C"),
    coats={
        "green": PieceStyle.of(face="#B9E48C", rim="#17402A", ink="#14432A", zone="#4F9A52"),
        "blue": PieceStyle.of(face="#2350B8", rim="#9BBDFF", ink="#F6F9FF", zone="#3563D0"),
        "white": PieceStyle.of(face="#F5F0E3", rim="#564C40", ink="#332B24", zone="#B9B3A4"),
        "black": PieceStyle.of(face="#151A23", rim="#A9BCC8", ink="#F3EFE6", zone="#0E141C"),
        "dark": PieceStyle.of(face="#1B222E", rim="#93A8B8", ink="#F7F3EA", zone="#0E141C"),
        "light": PieceStyle.of(face="#F4E8CE", rim="#6F5A3C", ink="#41321F", zone="#B9B3A4"),
        "predator": PieceStyle.of(
            face="#4D2060", rim="#D6B1EE", ink="#FFF1F6", zone="#5A3F7C", trace="#B893DD"
        ),
        "prey": PieceStyle.of(face="#FFD4A3", rim="#C47F4E", ink="#74300F", zone="#8A5C3A", trace="#FFC890"),
    },
)
"""The same sea on a clear night."""

_WOOD_BOARD = Theme(
    (),
    (),
    sand=rgb("#573723"),
    dry_light=rgb("#6B4730"),
    dry_dark=rgb("#60402B"),
    wet=rgb("#2E1B11"),
    foam=rgb("#FBECCD"),
    sea_light=rgb("#E8C592"),
    sea_dark=rgb("#BD8957"),
    deep=rgb("#2E1B11"),
    text=rgb("#F7E8CB"),
    coral=rgb("#C9412C"),
    faint=rgb("#A98B69"),
    sun=rgb("#A9C26A"),
    glow=rgb("#E9EDC0"),
    amber=rgb("#5D7C2B"),
    pool=rgb("#573723"),
    stone=rgb("#CFA046"),
    grain=rgb("#5D3417"),
    surf=False,
)

_WOOD = ThemeInfo(
    name="Wood",
    sentence="Maple, walnut and brass.",
    board=_WOOD_BOARD,
    boards={
        ("dark", "light"): replace(_WOOD_BOARD, sea_light=rgb("#EDCD9D"), sea_dark=rgb("#915D39")),
        ("predator", "prey"): replace(_WOOD_BOARD, tint=0.6),
    },
    shadow=rgb("#28140A"),
    coats={
        "green": PieceStyle.of(face="#C2DE97", rim="#2D5229", ink="#1D4322", zone="#86A552"),
        "blue": PieceStyle.of(face="#26437C", rim="#0F1D40", ink="#F7F2E6", zone="#5B72A8"),
        "white": PieceStyle.of(face="#FCF4E1", rim="#6B4D32", ink="#3A291B", zone="#FFF4DC"),
        "black": PieceStyle.of(face="#38302E", rim="#120C0A", ink="#F9ECD4", zone="#5A3C28"),
        "dark": PieceStyle.of(face="#3A2F2C", rim="#150E0B", ink="#FBEED8", zone="#5A3C28"),
        "light": PieceStyle.of(face="#FFF3D8", rim="#7F5F3A", ink="#46321D", zone="#FFF4DC"),
        "predator": PieceStyle.of(
            face="#62203A", rim="#2B0A17", ink="#FFEEDE", zone="#A8606A", trace="#54182C"
        ),
        "prey": PieceStyle.of(face="#FFE3B6", rim="#A05A26", ink="#762F10", zone="#FFE0A6", trace="#8A4416"),
    },
)
"""A board of maple and walnut with brass corners, and a cloth of moss under what has just moved."""

_HIGH_CONTRAST_BOARD = Theme(
    (),
    (),
    sand=rgb("#000000"),
    dry_light=rgb("#303030"),
    dry_dark=rgb("#262626"),
    wet=rgb("#7A7A7A"),
    foam=rgb("#FFFFFF"),
    sea_light=rgb("#F4F4F4"),
    sea_dark=rgb("#B9BEC6"),
    deep=rgb("#0033B8"),
    text=rgb("#FFFFFF"),
    coral=rgb("#D2001A"),
    faint=rgb("#9A9A9A"),
    sun=rgb("#FFD500"),
    glow=rgb("#FFF0A0"),
    amber=rgb("#6B4200"),
    pool=rgb("#000000"),
    stone=rgb("#FFD500"),
    surf=False,
)

_HIGH_CONTRAST = ThemeInfo(
    name="High contrast",
    sentence="Black, white and strong colours: everything stands out.",
    board=_HIGH_CONTRAST_BOARD,
    boards={
        ("dark", "light"): replace(_HIGH_CONTRAST_BOARD, sea_light=rgb("#FFFFFF"), sea_dark=rgb("#8C939C")),
        ("predator", "prey"): replace(_HIGH_CONTRAST_BOARD, tint=0.72),
    },
    shadow=rgb("#000000"),
    coats={
        "green": PieceStyle.of(face="#C4FFB0", rim="#00330D", ink="#00260A", zone="#4FC84F"),
        "blue": PieceStyle.of(face="#0B1F8F", rim="#FFFFFF", ink="#FFFFFF", zone="#5C7CFF"),
        "white": PieceStyle.of(face="#FFFFFF", rim="#000000", ink="#000000", zone="#FFFFFF"),
        "black": PieceStyle.of(face="#000000", rim="#FFFFFF", ink="#FFFFFF", zone="#404040"),
        "dark": PieceStyle.of(face="#000000", rim="#FFFFFF", ink="#FFFFFF", zone="#404040"),
        "light": PieceStyle.of(face="#FFFFFF", rim="#000000", ink="#000000", zone="#FFFFFF"),
        "predator": PieceStyle.of(
            face="#33004D", rim="#FFFFFF", ink="#FFFFFF", zone="#D9B8F5", trace="#33004D"
        ),
        "prey": PieceStyle.of(face="#FFE6C2", rim="#4A1C00", ink="#3A1500", zone="#FFD28F", trace="#7A3400"),
    },
)
"""Black, white and few strong colours, so that everything stands out."""

_COLOUR_BLIND_BOARD = Theme(
    (),
    (),
    sand=rgb("#F6F3EC"),
    dry_light=rgb("#E6E0D2"),
    dry_dark=rgb("#DAD3C2"),
    wet=rgb("#C3B79D"),
    foam=rgb("#FFFFFF"),
    sea_light=rgb("#D3E1EA"),
    sea_dark=rgb("#B3C8D8"),
    deep=rgb("#005A91"),
    text=rgb("#1D2A36"),
    coral=rgb("#D55E00"),
    faint=rgb("#8D979F"),
    sun=rgb("#F0E442"),
    glow=rgb("#F8F2AC"),
    amber=rgb("#8F5C00"),
    forms=True,
)

_COLOUR_BLIND = ThemeInfo(
    name="Colour-blind safe",
    sentence="Yellow, blue and vermilion on grey water: apart for every kind of colour vision.",
    board=_COLOUR_BLIND_BOARD,
    boards={
        ("dark", "light"): replace(_COLOUR_BLIND_BOARD, sea_light=rgb("#E4EEF4"), sea_dark=rgb("#7798B2")),
        ("predator", "prey"): replace(_COLOUR_BLIND_BOARD, tint=0.72),
    },
    shadow=rgb("#10202C"),
    coats={
        "green": PieceStyle.of(face="#EFF09A", rim="#4C5600", ink="#39430A", zone="#A9C24A"),
        "blue": PieceStyle.of(face="#0A4A86", rim="#042746", ink="#F5FAFF", zone="#3F8FD0"),
        "white": PieceStyle.of(face="#FFFFFF", rim="#565656", ink="#2B2B2B", zone="#FFFFFF"),
        "black": PieceStyle.of(face="#2C2F36", rim="#08090B", ink="#FFFFFF", zone="#62666E"),
        "dark": PieceStyle.of(face="#2F3742", rim="#0A0C10", ink="#FFFFFF", zone="#62666E"),
        "light": PieceStyle.of(face="#FFFBE8", rim="#7B6A3F", ink="#3E341B", zone="#FFFFFF"),
        "predator": PieceStyle.of(
            face="#33205C", rim="#150A2C", ink="#FFFFFF", zone="#B9AEE0", trace="#33205C"
        ),
        "prey": PieceStyle.of(face="#FFD083", rim="#945200", ink="#5E3300", zone="#FFE0A6", trace="#945200"),
    },
)
"""Colours that stay apart for every kind of colour vision, after the palette of Okabe and Ito (2008)."""

THEMES: Mapping[str, ThemeInfo] = {
    "light-sea": _LIGHT_SEA,
    "dark-sea": _DARK_SEA,
    "wood": _WOOD,
    "high-contrast": _HIGH_CONTRAST,
    "colour-blind": _COLOUR_BLIND,
}
"""Key to look. Keys are stored with people's settings: one that has been offered stays."""

DEFAULT_THEME = "light-sea"


@lru_cache(maxsize=64)
def theme_for(sides: tuple[Side, ...], key: str = DEFAULT_THEME) -> Theme:
    """A theme for a game with these sides: a round coat for the first, a square one for the second.

    Raises KeyError for a key that is not in :data:`THEMES`.
    """
    return THEMES[key].theme(sides)
