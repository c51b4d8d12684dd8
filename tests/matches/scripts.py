"""Words of all scripts, from Unicode's CLDR and a few more, for what has to keep them as they are typed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).parents[1] / "data/words/cldr.tsv"

words_of: Final[defaultdict[str, list[str]]] = defaultdict(list)
"""The words and phrases of the file, by script."""
for _line in _FILE.read_text("utf-8").splitlines():
    if not _line.startswith("#"):
        _script, _, _text = _line.split("\t")
        words_of[_script].append(_text)
WORDS: Final = [word for words in words_of.values() for word in words]

MORE_WORDS: Final = (
    "किताब पढ़ें",
    "ज़्यादा बड़ें",
    "श्री\u200dमान राजर्\u200dषि",
    "ကျော်",
    "ကျော်မြင့်",
    "လျှို့ဝှက်",
    "می\u200cخواهم",
    "نامه\u200cهایی",
    "سنهٔ ۱۴۰۳ ه\u200d",
    "ශ්\u200dරී ලංකා",
    "ක්\u200dෂේත්\u200dරය",
    "র\u200d্যাব",
    "അവന്\u200d",
    "ಬ್ಯಾಂಕ್\u200cಗಳು ಫುಟ್\u200c",
    "བསྒྲུབས",
    "ཧཱུྃ",
    "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ",
    "ᠮᠣᠩᠭᠣᠯ ᠪᠠᠶᠢᠨ\u180eᠠ",
    "ܣܘܪܝܝܐ",
    "ߒߞߏ ߛߓߍ߲",
    "ދިވެހި",
    "ꦧꦱꦗꦮ ꦏꦽꦠ",
    "ᬩᬮᬶ",
    "ꯃꯩꯇꯩꯂꯣꯟ",
    "ភាសា\u200bខ្មែរ",
    "ພາສາ\u200bລາວ",
    "שַׁבָּת בְּרֵאשִׁ֖ית",
    "بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ",
    "Nguyễn Thị Hằng",
    "葛\U000e0100城市 辻\U000e0101",
    "น้ำ ผู้ ที่ ก็",
    "ᜆᜄᜎᜓᜄ᜔",
)
"""Words that need more than a letter and an accent; some scripts the file lacks."""

EMOJIS: Final = (
    "👨\u200d👩\u200d👧\u200d👦",
    "👩🏽\u200d🚀",
    "🏳\ufe0f\u200d🌈",
    "🏴\u200d☠\ufe0f",
    "❤\ufe0f\u200d🔥",
    "🧑🏿\u200d❤\ufe0f\u200d💋\u200d🧑🏻",
    "🤷\u200d♀\ufe0f",
    "🙂\u200d↔\ufe0f",
    "🐻\u200d❄\ufe0f",
    "🐈\u200d⬛",
    "👍🏾",
    "🇩🇪",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "1\ufe0f\u20e3",
    "❤\ufe0f",
    "☎\ufe0e",
    "ℹ\ufe0f",
    "Ⓜ\ufe0f",
    "🫨",
    "🫩",
)
"""One of each way in which an emoji is made, the last of a newer Unicode than some Pythons know."""
