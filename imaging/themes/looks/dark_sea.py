"""The same sea on a clear night."""

from __future__ import annotations

from dataclasses import replace

from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

_BOARD = Theme(
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

LOOK = ThemeInfo(
    name="Dark sea",
    sentence="The same sea on a clear night: easy on the eyes in the dark.",
    board=_BOARD,
    boards={
        ("dark", "light"): replace(
            _BOARD, sea_light=rgb("#6B9EA8"), sea_dark=rgb("#1D4554"), pool=rgb("#1D4554")
        ),
        ("predator", "prey"): replace(_BOARD, tint=0.72),
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
