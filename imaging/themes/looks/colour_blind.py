"""Colours that stay apart for every kind of colour vision, after the palette of Okabe and Ito (2008)."""

from __future__ import annotations

from dataclasses import replace

from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

_BOARD = Theme(
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
)

LOOK = ThemeInfo(
    name="Colour-blind safe",
    sentence="Yellow, blue and vermilion on grey water: apart for every kind of colour vision.",
    board=_BOARD,
    boards={
        ("dark", "light"): replace(_BOARD, sea_light=rgb("#E4EEF4"), sea_dark=rgb("#7798B2")),
        ("predator", "prey"): replace(_BOARD, tint=0.72),
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
