"""A board of maple and walnut with brass corners, and a cloth of moss under what has just moved."""

from __future__ import annotations

from dataclasses import replace

from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

_BOARD = Theme(
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

LOOK = ThemeInfo(
    name="Wood",
    sentence="Maple, walnut and brass.",
    board=_BOARD,
    boards={
        ("dark", "light"): replace(_BOARD, sea_light=rgb("#EDCD9D"), sea_dark=rgb("#915D39")),
        ("predator", "prey"): replace(_BOARD, tint=0.6),
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
