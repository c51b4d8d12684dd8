"""Interactions: what the bot is told of a command or click, and what it may answer until when."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from tests.loopback.server import forms, messaging, payloads, rights
from tests.loopback.server.entities import EPHEMERAL, LOADING, Channel, Interaction, Message, User
from tests.loopback.server.messaging import Files
from tests.loopback.server.refusals import RefusedError, bad_form, refusal
from tests.loopback.server.world import World

Payload = dict[str, Any]

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
FORM: Final = 5

FITTING: Final = {
    COMMAND: {4, 5, 9},
    COMPONENT: {4, 5, 6, 7, 9},
    AUTOCOMPLETE: {8},
    FORM: {4, 5, 6, 7},
}
"""The answers that each type of interaction can have first."""


def begin(
    world: World, user: User, channel: Channel, kind: int, data: Payload, message: Message | None = None
) -> Interaction:
    """Somebody does something: every session of the bot is told."""
    interaction = Interaction(
        world.new_id(), secrets.token_urlsafe(40), kind, user, channel, world.now(), {}, message
    )
    interaction.payload = world.tells(_payload(world, interaction, data))
    world.interactions[interaction.token] = interaction
    world.emit("INTERACTION_CREATE", interaction.payload)
    return interaction


def _payload(world: World, of: Interaction, data: Payload) -> Payload:
    channel = of.channel
    told: Payload = {
        "id": str(of.id),
        "application_id": str(world.application_id),
        "type": of.type,
        "data": data,
        "channel_id": str(channel.id),
        "channel": {
            **payloads.channel(channel),
            "permissions": str(rights.in_channel(channel, of.user).value),
        },
        "token": of.token,
        "version": 1,
        "app_permissions": str(rights.in_channel(channel, world.bot).value),
        "locale": "en-US",
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": messaging.LARGEST_FILE,
    }
    if channel.guild is None:
        told |= {
            "user": payloads.user(of.user),
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
        }
    else:
        told |= {
            "guild_id": str(channel.guild.id),
            "guild": {"id": str(channel.guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member(channel, of.user) | {"user": payloads.user(of.user)},
            "context": 0,
            "authorizing_integration_owners": {"0": str(channel.guild.id)},
        }
    if of.message is not None:
        told["message"] = payloads.message(world, of.message)
    return told


def member(channel: Channel, user: User) -> Payload:
    """Somebody in the server of a channel, with what they may do in the channel."""
    assert channel.guild is not None
    return {
        **payloads.member(channel.guild.members[user.id]),
        "permissions": str(rights.in_channel(channel, user).value),
    }


# --- what the bot answers ------------------------------------------------------------------------


def answer(
    world: World, interaction_id: int, token: str, body: Payload, files: Files, by: str
) -> Interaction:
    """The first answer, which has to come within three seconds, and once."""
    interaction = world.interactions.get(token)
    if interaction is None or interaction.id != interaction_id:
        raise refusal(10062)
    with _noting(interaction, by):
        if interaction.acknowledged_at is not None:
            raise refusal(40060)
        if world.now() - interaction.created_at > world.acknowledge_within:
            raise refusal(10062)
        kind = body.get("type")
        if kind not in FITTING[interaction.type]:
            raise bad_form("type", "INTERACTION_TYPE_MISMATCH", f"{kind} does not answer {interaction.type}")
        if kind in (6, 7) and interaction.message is None:
            raise bad_form("type", "INTERACTION_TYPE_MISMATCH", "There is no message to update")
        _act(world, interaction, kind, body.get("data") or {}, files)
        interaction.callback = kind
        interaction.acknowledged_at = world.now()
    world.touch()
    return interaction


def _act(world: World, interaction: Interaction, kind: int, data: Payload, files: Files) -> None:
    match kind:
        case 4:
            interaction.original = _say(world, interaction, data, files)
        case 5:
            interaction.original = _think(world, interaction, data)
            interaction.thinking = True
        case 6:
            interaction.original = interaction.message
        case 7:
            assert interaction.message is not None
            interaction.original = messaging.change(world, interaction.message, data, files)
        case 8:
            choices = data.get("choices") or []
            if len(choices) > 25:
                raise bad_form("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
            interaction.choices = choices
        case _:
            interaction.form = forms.accept(data)


def _say(world: World, interaction: Interaction, data: Payload, files: Files) -> Message:
    ephemeral = bool(int(data.get("flags") or 0) & EPHEMERAL)
    _refuse_locked(world, interaction, ephemeral)
    return messaging.create(
        world, world.bot, interaction.channel, data, files, answers=interaction, ephemeral=ephemeral
    )


def _think(world: World, interaction: Interaction, data: Payload) -> Message:
    ephemeral = bool(int(data.get("flags") or 0) & EPHEMERAL)
    _refuse_locked(world, interaction, ephemeral)
    message = Message(
        world.new_id(),
        interaction.channel,
        world.bot,
        world.now(),
        type=20 if interaction.type == COMMAND else 0,
        flags=LOADING | (EPHEMERAL if ephemeral else 0),
        only_for=interaction.user if ephemeral else None,
        interaction_id=interaction.id,
    )
    interaction.channel.messages[message.id] = message
    messaging.tell(world, "MESSAGE_CREATE", message)
    return message


def _refuse_locked(world: World, interaction: Interaction, ephemeral: bool) -> None:
    # discord-api-docs#5517 and #6884: a public answer in a locked thread is refused.
    if not ephemeral:
        messaging.refuse_locked(interaction.channel, world.bot)


def follow_up(world: World, token: str, body: Payload, files: Files, by: str) -> Message:
    """One more message; the first one after a deferral takes the place of "is thinking"."""
    interaction = _acknowledged(world, token)
    with _noting(interaction, by):
        if interaction.thinking:
            message = _edit_original(world, interaction, body, files)
        else:
            message = _say(world, interaction, body, files)
        interaction.followups.append(message)
    return message


def original(world: World, token: str) -> Message:
    """The message of the first answer."""
    interaction = _acknowledged(world, token)
    message = interaction.original
    if message is None or message.deleted:
        raise refusal(10008)
    return message


def edit_original(world: World, token: str, body: Payload, files: Files, by: str) -> Message:
    """Change the message of the first answer."""
    interaction = _acknowledged(world, token)
    with _noting(interaction, by):
        return _edit_original(world, interaction, body, files)


def delete_original(world: World, token: str, by: str) -> None:
    """Take the message of the first answer away."""
    interaction = _acknowledged(world, token)
    with _noting(interaction, by):
        messaging.remove(world, original(world, token))
        interaction.original_deleted, interaction.thinking = True, False
    world.touch()


def follow_up_message(world: World, token: str, message_id: int) -> Message:
    """A message that followed up, by its id."""
    interaction = _acknowledged(world, token)
    known = [*interaction.followups, *([interaction.original] if interaction.original else [])]
    for message in known:
        if message.id == message_id and not message.deleted:
            return message
    raise refusal(10008)


def _edit_original(world: World, interaction: Interaction, body: Payload, files: Files) -> Message:
    message = interaction.original
    if message is None or message.deleted:
        raise refusal(10008)
    if message.channel.archived and not message.ephemeral:
        raise refusal(50083)
    was_thinking = interaction.thinking
    message.flags &= ~LOADING
    try:
        messaging.change(world, message, body, files)
    except RefusedError:
        message.flags |= LOADING if was_thinking else 0
        raise
    interaction.thinking = False
    return message


def _acknowledged(world: World, token: str) -> Interaction:
    interaction = world.interactions.get(token)
    if interaction is None or interaction.acknowledged_at is None:
        raise refusal(10015)
    if world.now() - interaction.created_at > world.token_valid:
        raise refusal(50027)
    return interaction


@contextmanager
def _noting(interaction: Interaction, by: str) -> Iterator[None]:
    """Note on the interaction which process was let, and what was refused."""
    try:
        yield
    except RefusedError as refused:
        interaction.refusals.append(refused.code)
        raise
    interaction.answered_by.append(by)
