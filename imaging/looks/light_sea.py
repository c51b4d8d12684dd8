"""A shallow sea between beaches, by day."""

from __future__ import annotations

from imaging.look import Coat, Look, Theme

LOOK = Look(
    name="Light sea",
    sentence="Shallow water between beaches, by day.",
    board=Theme((), ()),
    boards={
        ("dark", "light"): Theme((), (), sea_light=(0xC4, 0xE9, 0xE6), sea_dark=(0x4A, 0x9D, 0xAC)),
        ("predator", "prey"): Theme((), (), tint=0.72, chart=True),
    },
    coats={
        "green": Coat(
            form="round",
            face=(0xCD, 0xEB, 0x9C),
            rim=(0x2F, 0x6B, 0x3A),
            ink=(0x1F, 0x55, 0x33),
            zone=(0x7F, 0xC2, 0x5A),
        ),
        "blue": Coat(
            form="square",
            face=(0x2D, 0x55, 0xA8),
            rim=(0x16, 0x2C, 0x63),
            ink=(0xF3, 0xF7, 0xFF),
            zone=(0x4A, 0x78, 0xD0),
        ),
        "white": Coat(
            form="round",
            face=(0xFA, 0xF5, 0xE9),
            rim=(0x6E, 0x5D, 0x48),
            ink=(0x3E, 0x33, 0x29),
            zone=(0xF4, 0xEC, 0xD8),
        ),
        "black": Coat(
            form="square",
            face=(0x40, 0x45, 0x52),
            rim=(0x1C, 0x1F, 0x28),
            ink=(0xF7, 0xF3, 0xEA),
            zone=(0x62, 0x6C, 0x7E),
        ),
        "dark": Coat(
            form="round",
            face=(0x4A, 0x53, 0x66),
            rim=(0x1B, 0x20, 0x2B),
            ink=(0xFB, 0xF6, 0xEA),
            zone=(0x62, 0x6C, 0x7E),
        ),
        "light": Coat(
            form="square",
            face=(0xFF, 0xF6, 0xE0),
            rim=(0x8A, 0x70, 0x4E),
            ink=(0x4A, 0x38, 0x26),
            zone=(0xF4, 0xEC, 0xD8),
        ),
        "predator": Coat(
            form="round",
            face=(0x5E, 0x30, 0x66),
            rim=(0x2F, 0x14, 0x36),
            ink=(0xFF, 0xF3, 0xEA),
            zone=(0xC6, 0xA4, 0xDC),
            trace=(0x5E, 0x30, 0x66),
        ),
        "prey": Coat(
            form="square",
            face=(0xFF, 0xDC, 0xB4),
            rim=(0xBA, 0x68, 0x38),
            ink=(0x86, 0x38, 0x1A),
            zone=(0xFF, 0xCB, 0x94),
            trace=(0xA5, 0x52, 0x28),
        ),
    },
)
