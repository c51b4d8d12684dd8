"""What is told of the message at which a skip of time stops."""

import pytest

from demo.news import LONGEST, beginning

NAMES = {7: "Ada", 8: "Ben"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<@7>: **Your turn** in Prudh #1 against <@!8>.", "Ada: Your turn in Prudh #1 against Ben."),
        ("### Today in your matches\n**Prudh** …", "Today in your matches"),
        ("\n-# <:crab:12> small\n", "small"),
        ("<@9> and </match next:5>, [here](https://discord.com/x)", "somebody and /match next, here"),
        ("", ""),
        ("<t:1772539200:R>", ""),
    ],
)
def test_a_message_begins_without_markup(text: str, said: str) -> None:
    assert beginning(text, NAMES) == said


def test_a_long_line_ends_with_a_whole_word() -> None:
    said = beginning("Knight f1 to g3, " * 10, NAMES)
    assert len(said) <= LONGEST
    assert said.endswith(("Knight…", "f1…", "to…", "g3…"))
