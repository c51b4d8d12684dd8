"""How colours look to others, and how far apart they are.

Colour blindness is simulated with the matrices that Machado, Oliveira and Fernandes publish for a severity of
1.0 with "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15 (6), 2009; they work on linear RGB. Distances are those of CIE 1976
L*a*b*; contrast is that of the Web Content Accessibility Guidelines, 2.2.
"""

from __future__ import annotations

from collections.abc import Mapping

Colour = tuple[int, int, int]
Triple = tuple[float, float, float]

VISIONS: Mapping[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: Colour) -> Triple:
    """An sRGB colour as amounts of light, 0 to 1."""
    red, green, blue = (
        value / 255 / 12.92 if value <= 0.04045 * 255 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    )
    return red, green, blue


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def lab(colour: Colour, vision: str = "usual") -> Triple:
    """What a colour is to somebody: lightness (0 to 100), green to red, blue to yellow."""
    red, green, blue = (min(max(value, 0.0), 1.0) for value in _times(VISIONS[vision], linear(colour)))
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (
            part / white for part, white in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Colour, other: Colour, vision: str) -> float:
    """How far two colours are apart to somebody; 2.3 is just noticed."""
    pairs = zip(lab(one, vision), lab(other, vision), strict=True)
    distance: float = sum((a - b) ** 2 for a, b in pairs) ** 0.5
    return distance


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    dark, light = sorted(_times(_TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)
