"""A shallow sea between beaches, by day."""

from __future__ import annotations

from imaging.themes.theme import PieceStyle, Theme, ThemeInfo, rgb

LOOK = ThemeInfo(
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
