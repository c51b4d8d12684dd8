BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE away (
	user_id BIGINT NOT NULL,
	start_at TEXT NOT NULL,
	end_at TEXT NOT NULL,
	CONSTRAINT pk_away PRIMARY KEY (user_id, start_at)
)
 WITHOUT ROWID
;
INSERT INTO "away" VALUES(1002,'2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00');
CREATE TABLE downtime (
	start_at TEXT NOT NULL,
	end_at TEXT NOT NULL,
	CONSTRAINT pk_downtime PRIMARY KEY (start_at)
)
 WITHOUT ROWID
;
INSERT INTO "downtime" VALUES('2026-03-01 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00');
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
INSERT INTO "fact" VALUES('alive at','2026-03-02 12:00:00.123457+00:00');
INSERT INTO "fact" VALUES('commands','0123');
CREATE TABLE guild_setting (
	guild_id BIGINT NOT NULL,
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_guild_setting PRIMARY KEY (guild_id, "key")
)
 WITHOUT ROWID
;
INSERT INTO "guild_setting" VALUES(11,'results','12');
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
	stage TEXT NOT NULL, takebacks BOOLEAN DEFAULT 1 NOT NULL, direct BOOLEAN DEFAULT 0 NOT NULL, pace TEXT DEFAULT 'none' NOT NULL, clocks TEXT, pause_start TEXT, pause_end TEXT, result_counts BOOLEAN DEFAULT 1 NOT NULL,
	CONSTRAINT fk_match_rematch_of FOREIGN KEY(rematch_of) REFERENCES "match" (id),
	CONSTRAINT fk_match_rematch FOREIGN KEY(rematch) REFERENCES "match" (id)
);
INSERT INTO "match" VALUES(1,7,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:06:00.123457+00:00','2026-03-01 12:05:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,2,6,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',1,0,'3d','{"pace":"3d","running":"","since":"2026-03-01 12:00:00.123457+00:00","sides":{"green":{"left":86400000001,"allowed":172800000000,"term":7,"rest":10800000000,"again":1},"blue":{"left":0,"allowed":999999,"term":0,"rest":null,"again":0}}}',NULL,NULL,1);
INSERT INTO "match" VALUES(2,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1001,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,1,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1);
INSERT INTO "match" VALUES(3,3,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1003,'green',NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1);
INSERT INTO "match" VALUES(4,1,'challenged','prawns',1,'{"boârd":"5x5 🦐"}',11,12,1001,NULL,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',0,0,'none',NULL,NULL,NULL,1);
INSERT INTO "match" VALUES(5,5,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:04:00.123457+00:00','2026-03-01 12:04:00.123457+00:00',NULL,'heads','heads','blue',NULL,'aborted',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'5d+12h<7d','{"pace":"5d+12h<7d","running":"green","since":"2026-03-01 12:00:00.123457+00:00","sides":{"green":{"left":86400000001,"allowed":172800000000,"term":7,"rest":10800000000,"again":1},"blue":{"left":0,"allowed":999999,"term":0,"rest":null,"again":0}}}','2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00',0);
CREATE TABLE migration (
	revision TEXT NOT NULL,
	name TEXT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_migration PRIMARY KEY (revision)
);
INSERT INTO "migration" VALUES('0001','v0001_matches','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "migration" VALUES('0002','v0002_notes_and_preferences','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "migration" VALUES('0003','v0003_time','2026-03-01 12:00:00.123457+00:00');
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
	kind TEXT NOT NULL,
	place TEXT NOT NULL,
	name TEXT NOT NULL,
	due_at TEXT NOT NULL,
	claimed_until TEXT,
	state TEXT NOT NULL,
	channel BIGINT,
	message BIGINT,
	CONSTRAINT uq_notice_match_id_user_id_place_name UNIQUE (match_id, user_id, place, name)
);
INSERT INTO "notice" VALUES(1,1,1001,'pick','direct','pick','2026-03-01 12:00:00.123457+00:00',NULL,'sent',701,702);
INSERT INTO "notice" VALUES(2,1,1002,'pick','direct','pick','2026-03-01 12:00:00.123457+00:00',NULL,'refused',NULL,NULL);
INSERT INTO "notice" VALUES(3,0,1001,'digest','direct','2026-03-01','2026-03-02 12:00:00.123457+00:00',NULL,'due',NULL,NULL);
INSERT INTO "notice" VALUES(4,5,1001,'last','home','green:7:last','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00','due',NULL,NULL);
INSERT INTO "notice" VALUES(5,5,0,'result','results','end','2026-03-08 12:00:00.123457+00:00',NULL,'due',NULL,NULL);
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
CREATE INDEX ix_match_guild_id_phase ON "match" (guild_id, phase);
CREATE INDEX ix_notice_due_at_id ON notice (due_at, id) WHERE state = 'due' AND kind != 'pick';
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notice',5);
INSERT INTO "sqlite_sequence" VALUES('match',5);
COMMIT;
