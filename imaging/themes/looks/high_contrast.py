"""Black, white and few strong colours, so that everything stands out."""

from __future__ import annotations

from dataclasses import replace

from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

_BOARD = Theme(
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

LOOK = ThemeInfo(
    name="High contrast",
    sentence="Black, white and strong colours: everything stands out.",
    board=_BOARD,
    boards={
        ("dark", "light"): replace(_BOARD, sea_light=rgb("#FFFFFF"), sea_dark=rgb("#8C939C")),
        ("predator", "prey"): replace(_BOARD, tint=0.72),
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
