"""Abbreviations, countries and regions that people type for a time zone, with the likeliest cities.

``typed_zone.py`` also reads countries and all their zones from the time zone database; the entries here
say which zones come first. Abbreviations that can mean a fixed offset end with that offset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_US: Final = (
    "America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage "
    "Pacific/Honolulu"
)
_UK: Final = "Europe/London"
_EUROPE: Final = (
    "Europe/London Europe/Lisbon Europe/Madrid Europe/Paris Europe/Berlin Europe/Rome Europe/Warsaw "
    "Europe/Athens Europe/Helsinki Europe/Kyiv Europe/Istanbul Europe/Moscow"
)
_CENTRAL_EUROPE: Final = (
    "Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome Europe/Amsterdam Europe/Stockholm Europe/Warsaw "
    "Europe/Vienna Europe/Zurich Europe/Belgrade"
)
_EASTERN_EUROPE: Final = "Europe/Athens Europe/Helsinki Europe/Kyiv Europe/Bucharest Europe/Riga Africa/Cairo"
_WESTERN_EUROPE: Final = "Europe/Lisbon Atlantic/Canary Atlantic/Madeira"
_AMERICA: Final = (
    f"{_US} America/Toronto America/Mexico_City America/Bogota America/Lima America/Santiago "
    "America/Sao_Paulo America/Argentina/Buenos_Aires"
)
_SYDNEY: Final = "Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Hobart"

LIKELY: Final[Mapping[str, str]] = {
    # Abbreviations
    "acdt": "Australia/Adelaide",
    "acst": "Australia/Adelaide Australia/Darwin",
    "act": "Australia/Sydney America/Rio_Branco",
    "adt": "America/Halifax",
    "aedt": _SYDNEY,
    "aest": _SYDNEY,
    "akdt": "America/Anchorage",
    "akst": "America/Anchorage",
    "amst": "America/Manaus Asia/Yerevan",
    "amt": "America/Manaus Asia/Yerevan",
    "art": "America/Argentina/Buenos_Aires",
    "ast": "America/Halifax America/Puerto_Rico Asia/Riyadh Asia/Baghdad",
    "awst": "Australia/Perth",
    "brt": "America/Sao_Paulo",
    "bst": "Europe/London Asia/Dhaka",
    "cat": "Africa/Maputo Africa/Harare Africa/Lusaka UTC+02:00",
    "cdt": "America/Chicago America/Winnipeg America/Havana",
    "cest": _CENTRAL_EUROPE,
    "cet": f"{_CENTRAL_EUROPE} UTC+01:00",
    "clst": "America/Santiago",
    "clt": "America/Santiago",
    "cot": "America/Bogota",
    "cst": "America/Chicago America/Winnipeg America/Mexico_City America/Costa_Rica Asia/Shanghai "
    "Asia/Taipei America/Havana",
    "ct": "America/Chicago America/Winnipeg America/Mexico_City",
    "eat": "Africa/Nairobi Africa/Addis_Ababa",
    "edt": "America/New_York America/Toronto",
    "eest": _EASTERN_EUROPE,
    "eet": f"{_EASTERN_EUROPE} UTC+02:00",
    "est": "America/New_York America/Toronto America/Panama America/Jamaica Australia/Sydney UTC-05:00",
    "et": "America/New_York America/Toronto",
    "gmt": "Europe/London Europe/Lisbon Africa/Accra Atlantic/Reykjavik UTC",
    "gst": "Asia/Dubai Pacific/Guam Atlantic/South_Georgia",
    "hkt": "Asia/Hong_Kong",
    "hst": "Pacific/Honolulu America/Adak UTC-10:00",
    "ict": "Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh",
    "idt": "Asia/Jerusalem",
    "irst": "Asia/Tehran",
    "ist": "Asia/Kolkata Europe/Dublin Asia/Jerusalem Europe/Istanbul",
    "jst": "Asia/Tokyo",
    "kst": "Asia/Seoul",
    "mdt": "America/Denver America/Edmonton",
    "mest": _CENTRAL_EUROPE,
    "met": f"{_CENTRAL_EUROPE} UTC+01:00",
    "mez": _CENTRAL_EUROPE,
    "msk": "Europe/Moscow Europe/Simferopol",
    "mst": "America/Denver America/Edmonton America/Phoenix Asia/Kuala_Lumpur Asia/Yangon UTC-07:00",
    "mt": "America/Denver America/Edmonton",
    "myt": "Asia/Kuala_Lumpur",
    "ndt": "America/St_Johns",
    "npt": "Asia/Kathmandu",
    "nst": "America/St_Johns",
    "nt": "America/St_Johns Australia/Darwin",
    "nzdt": "Pacific/Auckland",
    "nzst": "Pacific/Auckland",
    "pdt": "America/Los_Angeles America/Vancouver America/Tijuana",
    "pht": "Asia/Manila",
    "pkt": "Asia/Karachi",
    "pst": "America/Los_Angeles America/Vancouver America/Tijuana Asia/Manila Asia/Karachi",
    "pt": "America/Los_Angeles America/Vancouver",
    "sast": "Africa/Johannesburg",
    "sgt": "Asia/Singapore",
    "sst": "Pacific/Pago_Pago Asia/Singapore",
    "trt": "Europe/Istanbul",
    "wast": "Africa/Windhoek Africa/Lagos",
    "wat": "Africa/Lagos Africa/Kinshasa UTC+01:00",
    "west": _WESTERN_EUROPE,
    "wet": f"{_WESTERN_EUROPE} UTC",
    "wib": "Asia/Jakarta",
    "wit": "Asia/Jayapura",
    "wita": "Asia/Makassar",
    # Countries with names missing from the database, or with the cities where most people live
    "australia": f"{_SYDNEY} Australia/Adelaide Australia/Perth Australia/Darwin",
    "brazil": "America/Sao_Paulo America/Fortaleza America/Manaus",
    "ca": "America/Los_Angeles America/Toronto",
    "canada": "America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax "
    "America/St_Johns",
    "czechia": "Europe/Prague",
    "england": _UK,
    "greatbritain": _UK,
    "holland": "Europe/Amsterdam",
    "indonesia": "Asia/Jakarta Asia/Makassar Asia/Jayapura",
    "northernireland": _UK,
    "portugal": "Europe/Lisbon Atlantic/Madeira Atlantic/Azores",
    "prc": "Asia/Shanghai",
    "roc": "Asia/Taipei",
    "rok": "Asia/Seoul",
    "russia": "Europe/Moscow Asia/Yekaterinburg Asia/Novosibirsk Asia/Vladivostok",
    "scotland": _UK,
    "spain": "Europe/Madrid Atlantic/Canary",
    "turkiye": "Europe/Istanbul",
    "uae": "Asia/Dubai",
    "uk": _UK,
    "us": _US,
    "usa": _US,
    "unitedstates": _US,
    "unitedstatesofamerica": _US,
    "wales": _UK,
    # Regions
    "africa": "Africa/Lagos Africa/Johannesburg Africa/Nairobi Africa/Cairo Africa/Casablanca Africa/Accra",
    "alaska": "America/Anchorage",
    "america": _AMERICA,
    "americas": _AMERICA,
    "arctic": "Arctic/Longyearbyen",
    "arizona": "America/Phoenix",
    "asia": "Asia/Dubai Asia/Karachi Asia/Kolkata Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Singapore "
    "Asia/Shanghai Asia/Hong_Kong Asia/Manila Asia/Tokyo Asia/Seoul",
    "atlantic": "America/Halifax America/Puerto_Rico Atlantic/Azores Atlantic/Canary Atlantic/Reykjavik",
    "california": "America/Los_Angeles",
    "central": "America/Chicago America/Winnipeg America/Mexico_City",
    "centraleurope": _CENTRAL_EUROPE,
    "centraleuropean": _CENTRAL_EUROPE,
    "eastern": "America/New_York America/Toronto",
    "easterneuropean": _EASTERN_EUROPE,
    "eu": _EUROPE,
    "europe": _EUROPE,
    "florida": "America/New_York America/Chicago",
    "greenwich": "Europe/London UTC",
    "hawaii": "Pacific/Honolulu",
    "indian": "Asia/Kolkata Indian/Mauritius Indian/Maldives",
    "la": "America/Los_Angeles",
    "mountain": "America/Denver America/Edmonton America/Phoenix",
    "nsw": "Australia/Sydney",
    "ny": "America/New_York",
    "nyc": "America/New_York",
    "pacific": "America/Los_Angeles America/Vancouver Pacific/Auckland Pacific/Honolulu Pacific/Fiji",
    "queensland": "Australia/Brisbane",
    "southamerica": "America/Bogota America/Lima America/Caracas America/Santiago America/Sao_Paulo "
    "America/Argentina/Buenos_Aires",
    "tasmania": "Australia/Hobart",
    "texas": "America/Chicago America/Denver",
    "victoria": "Australia/Melbourne America/Vancouver",
    "westerneuropean": _WESTERN_EUROPE,
    # Cities whose name is better known from another place
    "cambridge": "Europe/London America/New_York America/Cambridge_Bay",
    "cordoba": "America/Argentina/Cordoba Europe/Madrid",
    "lapaz": "America/La_Paz America/Mazatlan",
    "merida": "America/Merida America/Caracas Europe/Madrid",
    "petersburg": "Europe/Moscow America/Indiana/Petersburg",
    "sanjuan": "America/Puerto_Rico America/Argentina/San_Juan",
    "stjohns": "America/St_Johns America/Antigua",
}
"""Zone names, likeliest first, by typed text: letters and digits only, in lower case."""
