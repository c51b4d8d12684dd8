BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE draft (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	choices TEXT NOT NULL,
	CONSTRAINT pk_draft PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_draft_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "draft" VALUES(3,1003,'["shrimp",null]');
CREATE TABLE entry (
	match_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	kind TEXT NOT NULL,
	text TEXT NOT NULL,
	side TEXT NOT NULL,
	ply INTEGER NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_entry PRIMARY KEY (match_id, number),
	CONSTRAINT fk_entry_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "entry" VALUES(1,1,'action','d2d3','blue',1,'2026-03-01 12:03:00.123457+00:00');
INSERT INTO "entry" VALUES(1,2,'action','e7e6','green',2,'2026-03-01 12:03:00.123457+00:00');
INSERT INTO "entry" VALUES(1,3,'takeback','','blue',1,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE fact (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_fact PRIMARY KEY ("key")
)
 WITHOUT ROWID
;
INSERT INTO "fact" VALUES('commands','0123');
CREATE TABLE "match" (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	version INTEGER NOT NULL,
	phase TEXT NOT NULL,
	game TEXT NOT NULL,
	rules_version INTEGER NOT NULL,
	options TEXT NOT NULL,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	challenger BIGINT NOT NULL,
	opponent BIGINT,
	challenger_side TEXT,
	opponent_side TEXT,
	created_at TEXT NOT NULL,
	changed_at TEXT NOT NULL,
	finished_at TEXT,
	deadline_at TEXT,
	toss_call TEXT,
	toss_fell TEXT,
	first_side TEXT,
	result_winner TEXT,
	result_reason TEXT,
	rematch_of BIGINT,
	rematch BIGINT,
	shown_version INTEGER NOT NULL,
	invitation BIGINT,
	home BIGINT,
	card BIGINT,
	card_at TEXT,
	stage TEXT NOT NULL, takebacks BOOLEAN DEFAULT 1 NOT NULL, direct BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT fk_match_rematch_of FOREIGN KEY(rematch_of) REFERENCES "match" (id),
	CONSTRAINT fk_match_rematch FOREIGN KEY(rematch) REFERENCES "match" (id)
);
INSERT INTO "match" VALUES(1,7,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:06:00.123457+00:00','2026-03-01 12:05:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,2,6,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',1,0);
INSERT INTO "match" VALUES(2,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1001,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,1,NULL,0,NULL,NULL,NULL,NULL,'',1,0);
INSERT INTO "match" VALUES(3,3,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1003,'green',NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0);
INSERT INTO "match" VALUES(4,1,'challenged','prawns',1,'{"boârd":"5x5 🦐"}',11,12,1001,NULL,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',0,0);
CREATE TABLE migration (
	revision TEXT NOT NULL,
	name TEXT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_migration PRIMARY KEY (revision)
);
INSERT INTO "migration" VALUES('0001','v0001_matches','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "migration" VALUES('0002','v0002_notes_and_preferences','2026-03-01 12:00:00.123457+00:00');
CREATE TABLE note (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	text TEXT NOT NULL,
	CONSTRAINT pk_note PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_note_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "note" VALUES(1,1002,'the crab,
“again”');
CREATE TABLE notice (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	state TEXT NOT NULL,
	CONSTRAINT fk_notice_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "notice" VALUES(1,1,1001,'sent');
INSERT INTO "notice" VALUES(2,1,1002,'refused');
CREATE TABLE pick (
	match_id BIGINT NOT NULL,
	side TEXT NOT NULL,
	choices TEXT NOT NULL,
	CONSTRAINT pk_pick PRIMARY KEY (match_id, side),
	CONSTRAINT fk_pick_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "pick" VALUES(1,'blue','["shrimp","crab"]');
INSERT INTO "pick" VALUES(1,'green','["crab","lobster"]');
INSERT INTO "pick" VALUES(3,'green','["crab","lobster"]');
CREATE TABLE preference (
	user_id BIGINT NOT NULL,
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_preference PRIMARY KEY (user_id, "key")
)
 WITHOUT ROWID
;
INSERT INTO "preference" VALUES(1001,'reminders','off');
INSERT INTO "preference" VALUES(1001,'theme','deep');
CREATE INDEX ix_match_deadline_at_id ON "match" (deadline_at, id) WHERE deadline_at IS NOT NULL;
CREATE INDEX ix_match_changed_at_id ON "match" (changed_at, id) WHERE shown_version < version;
CREATE INDEX ix_match_challenger_phase ON "match" (challenger, phase);
CREATE INDEX ix_match_opponent_phase ON "match" (opponent, phase);
CREATE INDEX ix_match_challenger_finished_at_id ON "match" (challenger, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_opponent_finished_at_id ON "match" (opponent, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_home_id ON "match" (home, id) WHERE home IS NOT NULL;
CREATE INDEX ix_notice_match_id ON notice (match_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',4);
INSERT INTO "sqlite_sequence" VALUES('notice',2);
COMMIT;
