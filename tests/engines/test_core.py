"""What every game gets from core.py, tried on a game of its own: letters are put on a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

import engines
from engines import (
    Action,
    ActionError,
    AmbiguousActionError,
    Diagram,
    EngineError,
    IllegalActionError,
    OptionError,
    Outcome,
    Position,
    PositionTextError,
    RecordError,
    Squares,
    UnreadableActionError,
    divide,
    perft,
)


@dataclass(frozen=True, slots=True)
class Line(Position):
    """Sides take turns to write ``a``, ``b`` or ``b!`` until four are written; ``c`` is never legal."""

    written: str = ""
    ply: int = field(default=0, compare=False)

    @property
    def to_act(self) -> str | None:
        return None if self.ply == 4 else ("left", "right")[self.ply % 2]

    def legal_actions(self) -> Sequence[Action]:
        if self.to_act is None:
            return ()
        return [Action(text, (text,)) for text in ("a", "b", "b!", "put c d")]

    def apply(self, action: Action) -> Line:
        return replace(self, written=f"{self.written}{action}", ply=self.ply + 1)

    def outcome(self) -> Outcome | None:
        return None if self.to_act else Outcome(None, "full")

    def reading(self, text: str) -> str:
        return "".join(text.lower().split()).rstrip("!")

    def why_not(self, text: str) -> ActionError:
        if self.reading(text) in ("c", "putc"):
            return IllegalActionError(text, "c stands alone")
        return UnreadableActionError(text, f"what is {text}?")

    def describe(self, action: Action) -> str:
        return f"write {action}"

    def is_irreversible(self, action: Action) -> bool:
        return True

    def to_text(self) -> str:
        return self.written

    def diagram(
        self, last: Sequence[Action] = (), *, bottom: str | None = None, chosen: Sequence[str] = ()
    ) -> Diagram:
        return Diagram(
            "line", Squares(4, 1), ("left", "right"), (), (), (), "left", self.to_act, self.written
        )


def texts(actions: Sequence[Action]) -> list[str]:
    return [str(action) for action in actions]


def test_it_is_the_turn_of_the_side_to_act_unless_a_game_says_otherwise() -> None:
    assert Line().turn_of == Line().to_act is not None
    over = Line("abab", ply=4)
    assert over.turn_of is over.to_act is None


def test_an_action_is_parsed_as_its_game_reads_it() -> None:
    assert str(Line().parse(" A ")) == "a"
    assert str(Line().parse("putcd")) == "put c d"


def test_a_text_that_fits_several_actions_is_ambiguous() -> None:
    with pytest.raises(AmbiguousActionError) as refused:
        Line().parse("B")
    assert refused.value.candidates == ("b", "b!")
    assert refused.value.text == "B"
    assert refused.value.reason == "'B' could be b or b!"


def test_what_fits_nothing_raises_the_games_own_reason() -> None:
    with pytest.raises(IllegalActionError, match="c stands alone"):
        Line().parse("c")
    with pytest.raises(UnreadableActionError, match="what is z"):
        Line().parse("z")


@pytest.mark.parametrize("line", ["a put c d a", "a, put c d; a", "  a\nput c d\ta "])
def test_a_line_is_read_longest_action_first(line: str) -> None:
    assert texts(Line().parse_line(line)) == ["a", "put c d", "a"]


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("a z", UnreadableActionError, "z"),
        ("a c", IllegalActionError, "c"),
        ("a put c", IllegalActionError, "put c"),
        ("a b", AmbiguousActionError, "b"),
        ("", UnreadableActionError, ""),
        (" , ;", UnreadableActionError, " , ;"),
        ("a a a a a", UnreadableActionError, "a"),
    ],
)
def test_a_line_is_refused_for_its_first_bad_action(line: str, kind: type[ActionError], text: str) -> None:
    with pytest.raises(kind) as refused:
        Line().parse_line(line)
    assert refused.value.text == text


def test_play_checks_and_apply_does_not() -> None:
    foreign = Action("q", ("q",))
    with pytest.raises(IllegalActionError, match="what is q"):
        Line().play(foreign)
    assert Line().apply(foreign) == Line("q")


def test_perft_plays_every_leaf_and_divide_splits_it() -> None:
    assert [perft(Line(), depth) for depth in range(6)] == [1, 4, 16, 64, 256, 0]
    assert divide(Line(), 3) == {"a": 16, "b": 16, "b!": 16, "put c d": 16}


def test_all_errors_are_value_errors_with_their_data() -> None:
    for error in (OptionError, PositionTextError, ActionError, RecordError):
        assert issubclass(error, EngineError)
    for refusal in (UnreadableActionError, IllegalActionError, AmbiguousActionError):
        assert issubclass(refusal, ActionError)
    assert issubclass(EngineError, ValueError)
    refused = PositionTextError("text", "reason")
    assert (refused.text, refused.reason, str(refused)) == ("text", "reason", "reason (in 'text')")


def test_everything_in_all_is_there() -> None:
    assert [name for name in engines.__all__ if not hasattr(engines, name)] == []
    assert list(engines.__all__) == sorted(
        engines.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name)
    )
