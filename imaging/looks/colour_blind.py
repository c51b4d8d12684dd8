"""Colours that stay apart for every kind of colour vision, after the palette of Okabe and Ito (2008)."""

from __future__ import annotations

from dataclasses import replace

from imaging.look import Coat, Look, Theme

_SHADOW = (0x10, 0x20, 0x2C)

_BOARD = Theme(
    (),
    (),
    sand=(0xF6, 0xF3, 0xEC),
    dry_light=(0xE6, 0xE0, 0xD2),
    dry_dark=(0xDA, 0xD3, 0xC2),
    wet=(0xC3, 0xB7, 0x9D),
    foam=(0xFF, 0xFF, 0xFF),
    sea_light=(0xD3, 0xE1, 0xEA),
    sea_dark=(0xB3, 0xC8, 0xD8),
    deep=(0x00, 0x5A, 0x91),
    text=(0x1D, 0x2A, 0x36),
    coral=(0xD5, 0x5E, 0x00),
    faint=(0x8D, 0x97, 0x9F),
    sun=(0xF0, 0xE4, 0x42),
    glow=(0xF8, 0xF2, 0xAC),
    amber=(0x8F, 0x5C, 0x00),
)

LOOK = Look(
    name="Colour-blind safe",
    sentence="Yellow, blue and vermilion on grey water: apart for every kind of colour vision.",
    board=_BOARD,
    boards={
        ("dark", "light"): replace(
            _BOARD,
            sea_light=(0xE4, 0xEE, 0xF4),
            sea_dark=(0x77, 0x98, 0xB2),
        ),
        ("predator", "prey"): replace(
            _BOARD,
            tint=0.72,
            chart=True,
        ),
    },
    coats={
        "green": Coat(
            form="round",
            face=(0xEF, 0xF0, 0x9A),
            rim=(0x4C, 0x56, 0x00),
            ink=(0x39, 0x43, 0x0A),
            zone=(0xA9, 0xC2, 0x4A),
            shadow=_SHADOW,
        ),
        "blue": Coat(
            form="square",
            face=(0x0A, 0x4A, 0x86),
            rim=(0x04, 0x27, 0x46),
            ink=(0xF5, 0xFA, 0xFF),
            zone=(0x3F, 0x8F, 0xD0),
            shadow=_SHADOW,
        ),
        "white": Coat(
            form="round",
            face=(0xFF, 0xFF, 0xFF),
            rim=(0x56, 0x56, 0x56),
            ink=(0x2B, 0x2B, 0x2B),
            zone=(0xFF, 0xFF, 0xFF),
            shadow=_SHADOW,
        ),
        "black": Coat(
            form="square",
            face=(0x2C, 0x2F, 0x36),
            rim=(0x08, 0x09, 0x0B),
            ink=(0xFF, 0xFF, 0xFF),
            zone=(0x62, 0x66, 0x6E),
            shadow=_SHADOW,
        ),
        "dark": Coat(
            form="round",
            face=(0x2F, 0x37, 0x42),
            rim=(0x0A, 0x0C, 0x10),
            ink=(0xFF, 0xFF, 0xFF),
            zone=(0x62, 0x66, 0x6E),
            shadow=_SHADOW,
        ),
        "light": Coat(
            form="square",
            face=(0xFF, 0xFB, 0xE8),
            rim=(0x7B, 0x6A, 0x3F),
            ink=(0x3E, 0x34, 0x1B),
            zone=(0xFF, 0xFF, 0xFF),
            shadow=_SHADOW,
        ),
        "predator": Coat(
            form="round",
            face=(0x33, 0x20, 0x5C),
            rim=(0x15, 0x0A, 0x2C),
            ink=(0xFF, 0xFF, 0xFF),
            zone=(0xB9, 0xAE, 0xE0),
            trace=(0x33, 0x20, 0x5C),
            shadow=_SHADOW,
        ),
        "prey": Coat(
            form="square",
            face=(0xFF, 0xD0, 0x83),
            rim=(0x94, 0x52, 0x00),
            ink=(0x5E, 0x33, 0x00),
            zone=(0xFF, 0xE0, 0xA6),
            trace=(0x94, 0x52, 0x00),
            shadow=_SHADOW,
        ),
    },
)
