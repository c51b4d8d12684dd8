BEGIN TRANSACTION;
CREATE TABLE account (
	user_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	day INTEGER NOT NULL,
	start_rating DOUBLE NOT NULL,
	start_deviation DOUBLE NOT NULL,
	start_volatility DOUBLE NOT NULL,
	rating DOUBLE NOT NULL,
	deviation DOUBLE NOT NULL,
	volatility DOUBLE NOT NULL,
	matches INTEGER NOT NULL,
	CONSTRAINT pk_account PRIMARY KEY (user_id, game)
)
 WITHOUT ROWID
;
INSERT INTO "account" VALUES(1001,'prawns',739676,1500.0,350.0,0.06,1252.681928,253.404602,0.060000075,2);
INSERT INTO "account" VALUES(1002,'prawns',739676,1500.0,350.0,0.06,1662.310894,290.318964,0.059999675,1);
INSERT INTO "account" VALUES(1003,'prawns',739676,1500.0,350.0,0.06,1662.310894,290.318964,0.059999675,1);
CREATE TABLE advance (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	follows INTEGER NOT NULL,
	turn INTEGER NOT NULL,
	kind TEXT NOT NULL,
	condition TEXT NOT NULL,
	"after" TEXT NOT NULL,
	reply TEXT NOT NULL,
	dropped BOOLEAN NOT NULL,
	said_at TEXT NOT NULL,
	CONSTRAINT pk_advance PRIMARY KEY (match_id, user_id, number),
	CONSTRAINT fk_advance_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "advance" VALUES(28,1001,1,0,3,'position','8/8 blue','a7-a6','b2-b3',0,'2026-03-01 12:00:00.123457+00:00');
INSERT INTO "advance" VALUES(28,1001,2,1,5,'action','a6-a5','a7-a6','b2-b3',0,'2026-03-01 12:00:00.123457+00:00');
INSERT INTO "advance" VALUES(28,1002,1,0,0,'choice','','','d6 e5',0,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0024');
CREATE TABLE archive (
	guild_id BIGINT NOT NULL,
	match_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	outcome INTEGER NOT NULL,
	finished_at TEXT NOT NULL,
	CONSTRAINT pk_archive PRIMARY KEY (guild_id, match_id),
	CONSTRAINT fk_archive_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "archive" VALUES(11,1,12,'prawns',2,'2026-03-01 12:05:00.123457+00:00');
INSERT INTO "archive" VALUES(13,1,14,'prawns',2,'2026-03-01 12:05:00.123457+00:00');
CREATE TABLE archive_position (
	guild_id BIGINT NOT NULL,
	position BIGINT NOT NULL,
	outcome INTEGER NOT NULL,
	finished_at TEXT NOT NULL,
	match_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	CONSTRAINT pk_archive_position PRIMARY KEY (guild_id, position, outcome, finished_at, match_id, channel_id)
)
 WITHOUT ROWID
;
INSERT INTO "archive_position" VALUES(11,-9223372036854775808,2,'2026-03-01 12:05:00.123457+00:00',1,12);
INSERT INTO "archive_position" VALUES(11,9223372036854775807,2,'2026-03-01 12:05:00.123457+00:00',1,12);
INSERT INTO "archive_position" VALUES(13,-9223372036854775808,2,'2026-03-01 12:05:00.123457+00:00',1,14);
INSERT INTO "archive_position" VALUES(13,9223372036854775807,2,'2026-03-01 12:05:00.123457+00:00',1,14);
CREATE TABLE away (
	user_id BIGINT NOT NULL,
	start_at TEXT NOT NULL,
	end_at TEXT NOT NULL,
	CONSTRAINT pk_away PRIMARY KEY (user_id, start_at)
)
 WITHOUT ROWID
;
INSERT INTO "away" VALUES(1002,'2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00');
CREATE TABLE block (
	user_id BIGINT NOT NULL,
	blocked_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_block PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID
;
INSERT INTO "block" VALUES(1001,1003,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE book (
	guild_id BIGINT NOT NULL,
	position BIGINT NOT NULL,
	played TEXT NOT NULL,
	channel_id BIGINT NOT NULL,
	first_won INTEGER NOT NULL,
	second_won INTEGER NOT NULL,
	drawn INTEGER NOT NULL,
	CONSTRAINT pk_book PRIMARY KEY (guild_id, position, played, channel_id)
)
 WITHOUT ROWID
;
INSERT INTO "book" VALUES(11,-9223372036854775808,'d2d3 d3d4',12,0,1,0);
INSERT INTO "book" VALUES(13,-9223372036854775808,'d2d3 d3d4',14,0,1,0);
CREATE TABLE champion (
	guild_id BIGINT NOT NULL,
	season TEXT NOT NULL,
	game TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	points INTEGER NOT NULL,
	matches INTEGER NOT NULL,
	role BIGINT,
	CONSTRAINT pk_champion PRIMARY KEY (guild_id, season, game, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "champion" VALUES(11,'2026-03','prawns',1001,1662,3,14);
CREATE TABLE chore (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	match_id BIGINT NOT NULL,
	kind TEXT NOT NULL,
	channel BIGINT,
	message BIGINT NOT NULL,
	stage TEXT NOT NULL,
	posted_at TEXT,
	due_at TEXT NOT NULL,
	claimed_until TEXT,
	attempts INTEGER NOT NULL,
	CONSTRAINT fk_chore_match_id FOREIGN KEY(match_id) REFERENCES "match" (id),
	CONSTRAINT uq_chore_match_id_kind_message UNIQUE (match_id, kind, message)
);
INSERT INTO "chore" VALUES(1,11,'card',12,602,'turn:3','2026-03-01 11:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',1);
INSERT INTO "chore" VALUES(2,11,'rouse',NULL,0,'',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,0);
INSERT INTO "chore" VALUES(3,14,'think',NULL,2,'',NULL,'2026-03-01 12:00:00.123457+00:00',NULL,0);
CREATE TABLE comment (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	match_id BIGINT NOT NULL,
	ply INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	text TEXT NOT NULL,
	at TEXT NOT NULL,
	hidden_at TEXT,
	CONSTRAINT fk_comment_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "comment" VALUES(1,1,0,1001,'Here we go','2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "comment" VALUES(2,1,1,1002,'A mistake','2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "comment" VALUES(3,1,1,1001,'It was','2026-03-01 12:00:00.123457+00:00','2026-03-01 13:00:00.123457+00:00');
CREATE TABLE comment_case (
	guild_id BIGINT NOT NULL,
	comment_id BIGINT NOT NULL,
	CONSTRAINT pk_comment_case PRIMARY KEY (guild_id, comment_id),
	CONSTRAINT fk_comment_case_comment_id FOREIGN KEY(comment_id) REFERENCES comment (id)
)
 WITHOUT ROWID
;
INSERT INTO "comment_case" VALUES(11,2);
INSERT INTO "comment_case" VALUES(11,3);
CREATE TABLE comment_report (
	comment_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_comment_report PRIMARY KEY (comment_id, user_id),
	CONSTRAINT fk_comment_report_comment_id FOREIGN KEY(comment_id) REFERENCES comment (id)
)
 WITHOUT ROWID
;
INSERT INTO "comment_report" VALUES(2,1003,'2026-03-01 12:01:00.123457+00:00');
INSERT INTO "comment_report" VALUES(3,1003,'2026-03-01 12:01:00.123457+00:00');
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
INSERT INTO "entry" VALUES(6,1,'action','d2d3','blue',1,'2026-03-01 12:02:00.123457+00:00');
INSERT INTO "entry" VALUES(13,1,'action','d2d3','blue',1,'2026-03-01 12:02:00.123457+00:00');
INSERT INTO "entry" VALUES(28,1,'action','d2d3','blue',1,'2026-03-01 12:02:00.123457+00:00');
CREATE TABLE fact (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_fact PRIMARY KEY ("key")
)
 WITHOUT ROWID
;
INSERT INTO "fact" VALUES('alive at','2026-03-03 12:00:00.123457+00:00');
INSERT INTO "fact" VALUES('commands','0123');
CREATE TABLE forgetting (
	user_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_forgetting PRIMARY KEY (user_id)
)
 WITHOUT ROWID
;
INSERT INTO "forgetting" VALUES(1002,'2026-03-01 12:01:00.123457+00:00');
CREATE TABLE gone (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	CONSTRAINT pk_gone PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "gone" VALUES(11,1003);
CREATE TABLE greeting (
	guild_id BIGINT NOT NULL,
	begun_at TEXT NOT NULL,
	channel BIGINT,
	message BIGINT,
	settled_at TEXT,
	claimed_until TEXT,
	CONSTRAINT pk_greeting PRIMARY KEY (guild_id)
)
 WITHOUT ROWID
;
INSERT INTO "greeting" VALUES(11,'2026-03-01 12:00:00.123457+00:00',12,1013,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "greeting" VALUES(13,'2026-03-01 12:00:00.123457+00:00',12,NULL,NULL,'2026-03-01 13:00:00.123457+00:00');
CREATE TABLE guild_block (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_guild_block PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "guild_block" VALUES(11,1002,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE guild_seen (
	guild_id BIGINT NOT NULL,
	seen_at TEXT NOT NULL,
	CONSTRAINT pk_guild_seen PRIMARY KEY (guild_id)
)
 WITHOUT ROWID
;
INSERT INTO "guild_seen" VALUES(11,'2026-03-01 12:00:00.123457+00:00');
INSERT INTO "guild_seen" VALUES(13,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE guild_setting (
	guild_id BIGINT NOT NULL,
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	CONSTRAINT pk_guild_setting PRIMARY KEY (guild_id, "key")
)
 WITHOUT ROWID
;
INSERT INTO "guild_setting" VALUES(11,'pinned','12');
INSERT INTO "guild_setting" VALUES(11,'results','12');
INSERT INTO "guild_setting" VALUES(11,'tiers','1300:14');
INSERT INTO "guild_setting" VALUES(11,'weekly','12');
CREATE TABLE hint (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	used INTEGER NOT NULL, last TEXT,
	CONSTRAINT pk_hint PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_hint_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "hint" VALUES(14,1001,2,'another');
CREATE TABLE identify_slot (
	bucket INTEGER NOT NULL,
	free_at TEXT NOT NULL,
	CONSTRAINT pk_identify_slot PRIMARY KEY (bucket)
)
 WITHOUT ROWID
;
INSERT INTO "identify_slot" VALUES(0,'2026-03-01 12:01:00.123457+00:00');
CREATE TABLE imported (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	user_id BIGINT NOT NULL,
	text TEXT NOT NULL,
	at TEXT NOT NULL
);
INSERT INTO "imported" VALUES(1,1001,'[Game "prawns"]
','2026-03-01 12:00:00.123457+00:00');
CREATE TABLE ladder_history (
	id INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	place INTEGER NOT NULL,
	reason TEXT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_ladder_history PRIMARY KEY (id)
);
INSERT INTO "ladder_history" VALUES(1,11,'prawns',1001,1,'joined','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "ladder_history" VALUES(2,11,'prawns',1002,2,'joined','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "ladder_history" VALUES(3,11,'prawns',1003,3,'joined','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "ladder_history" VALUES(4,11,'prawns',1004,4,'joined','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "ladder_history" VALUES(5,11,'prawns',1004,0,'left','2026-03-01 13:00:00.123457+00:00');
CREATE TABLE ladder_place (
	guild_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	place INTEGER NOT NULL,
	joined_at TEXT NOT NULL,
	slides_at TEXT NOT NULL,
	CONSTRAINT pk_ladder_place PRIMARY KEY (guild_id, game, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "ladder_place" VALUES(11,'prawns',1001,1,'2026-03-01 12:00:00.123457+00:00','2026-04-02 12:00:00.123457+00:00');
INSERT INTO "ladder_place" VALUES(11,'prawns',1002,2,'2026-03-01 12:00:00.123457+00:00','2026-04-02 12:00:00.123457+00:00');
INSERT INTO "ladder_place" VALUES(11,'prawns',1003,3,'2026-03-01 12:00:00.123457+00:00','2026-04-30 12:00:00.123457+00:00');
CREATE TABLE last_look (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	entries INTEGER NOT NULL,
	CONSTRAINT pk_last_look PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_last_look_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "last_look" VALUES(1,1002,1);
INSERT INTO "last_look" VALUES(1,1003,1);
CREATE TABLE line_tree (
	user_id BIGINT NOT NULL,
	match_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	revision INTEGER NOT NULL,
	body TEXT NOT NULL,
	changed_at TEXT NOT NULL,
	CONSTRAINT pk_line_tree PRIMARY KEY (user_id, match_id, game)
)
 WITHOUT ROWID
;
INSERT INTO "line_tree" VALUES(1001,1,'',1,'{"form":1,"last":2,"base":[],"nodes":[[1,0,0,"c1-c2","quietly"],[2,1,1,"c5-c4",""]]}','2026-03-01 12:00:00.123457+00:00');
INSERT INTO "line_tree" VALUES(1002,0,'prudh',2,'{"form":1,"last":2,"base":[],"nodes":[[1,0,0,"c1-c2","quietly"],[2,1,1,"c5-c4",""]]}','2026-03-01 13:00:00.123457+00:00');
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
	stage TEXT NOT NULL,
	takebacks BOOLEAN DEFAULT 1 NOT NULL,
	direct BOOLEAN DEFAULT 0 NOT NULL,
	pace TEXT DEFAULT 'none' NOT NULL,
	clocks TEXT,
	pause_start TEXT,
	pause_end TEXT,
	result_counts BOOLEAN DEFAULT 1 NOT NULL,
	stakes TEXT DEFAULT 'friendly' NOT NULL,
	challenger_to_act BOOLEAN,
	opponent_to_act BOOLEAN,
	weekends_off BOOLEAN DEFAULT 0 NOT NULL,
	set_part INTEGER DEFAULT '0' NOT NULL,
	start TEXT,
	requirements TEXT,
	ladder INTEGER DEFAULT '0' NOT NULL, conduct INTEGER DEFAULT '1' NOT NULL, draw TEXT, draw_salt TEXT, tournament BIGINT DEFAULT '0' NOT NULL, simul BIGINT DEFAULT '0' NOT NULL, by_offer BOOLEAN DEFAULT 0 NOT NULL, across BOOLEAN DEFAULT 0 NOT NULL, closed BOOLEAN DEFAULT 0 NOT NULL, private BOOLEAN DEFAULT 0 NOT NULL, lines BOOLEAN DEFAULT 1 NOT NULL, advance_revision INTEGER DEFAULT '0' NOT NULL, archived BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT fk_match_rematch_of FOREIGN KEY(rematch_of) REFERENCES "match" (id),
	CONSTRAINT fk_match_rematch FOREIGN KEY(rematch) REFERENCES "match" (id)
);
INSERT INTO "match" VALUES(1,7,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:06:00.123457+00:00','2026-03-01 12:05:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,2,6,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',1,0,'3d','{"pace":"3d","running":"","since":"2026-03-01 12:00:00.123457+00:00","sides":{"green":{"left":86400000001,"allowed":172800000000,"term":7,"rest":10800000000,"again":1},"blue":{"left":0,"allowed":999999,"term":0,"rest":null,"again":0}},"days_off":{}}',NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,1);
INSERT INTO "match" VALUES(2,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1001,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,1,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(3,3,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1003,'green',NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(4,1,'challenged','prawns',1,'{"boârd":"5x5 🦐"}',11,12,1001,NULL,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',0,0,'none',NULL,NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(5,5,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:04:00.123457+00:00','2026-03-01 12:04:00.123457+00:00',NULL,'heads','heads','blue',NULL,'aborted',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'5d+12h<7d','{"pace":"5d+12h<7d","running":"green","since":"2026-03-01 12:00:00.123457+00:00","sides":{"green":{"left":86400000001,"allowed":172800000000,"term":7,"rest":10800000000,"again":1},"blue":{"left":0,"allowed":999999,"term":0,"rest":null,"again":0}},"days_off":{}}','2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00',0,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(6,4,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1003,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:03:00.123457+00:00','2026-03-01 12:03:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'rated',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(7,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1003,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'rated',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(8,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(9,5,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:04:00.123457+00:00','2026-03-01 12:04:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(10,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1003,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(11,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,2,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(12,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,'2026-03-01 12:00:00.123457+00:00','heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'friendly',NULL,NULL,1,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(13,4,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:03:00.123457+00:00','2026-03-01 12:03:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'10m',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(14,2,'playing','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,3,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(15,3,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,16,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,1,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(16,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'blue',NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,15,NULL,0,NULL,15,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,2,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(17,2,'playing','pjawns',1,'{}',11,12,1001,9,'white','black','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',1,0,0,0,'8/8/8/8/8/8/8/8 w 8/8 -',NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(18,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,NULL,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,0,0,0,NULL,'within=200 established reliable',0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(19,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1001,'blue','green','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,1,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(20,3,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(21,3,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(22,1,'challenged','prudh',1,'{"edge":"tomio"}',11,12,1001,1002,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,'challenger=light,first=dark','a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5',0,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(23,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1003,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,2,0,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(24,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1002,1001,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,1,0,0,0,0,1,0,0);
INSERT INTO "match" VALUES(25,3,'finished','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1005,1006,'green','blue','2026-03-01 13:00:00.123457+00:00','2026-03-01 13:02:00.123457+00:00','2026-03-01 13:02:00.123457+00:00',NULL,'heads','heads','blue','blue','eaten',NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,1,0,0,0,1,0,0);
INSERT INTO "match" VALUES(26,2,'setup','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1003,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,2,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,1,0,0,1,0,0);
INSERT INTO "match" VALUES(27,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,1,1,0,0);
INSERT INTO "match" VALUES(28,3,'playing','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,'green','blue','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:02:00.123457+00:00',NULL,NULL,'heads','heads','blue',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',NULL,NULL,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,1,2,0);
INSERT INTO "match" VALUES(29,1,'challenged','prawns',1,'{"board":"7x7","blind":"on"}',11,12,1001,1002,NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'',1,0,'none',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0,3,NULL,NULL,0,0,0,0,0,0,0,0,0);
CREATE TABLE match_place (
	match_id BIGINT NOT NULL,
	version INTEGER NOT NULL,
	shown_version INTEGER NOT NULL,
	changed_at TEXT NOT NULL,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	invitation BIGINT,
	home BIGINT,
	card BIGINT,
	card_at TEXT,
	stage TEXT NOT NULL,
	direct BOOLEAN NOT NULL,
	closed BOOLEAN NOT NULL,
	CONSTRAINT pk_match_place PRIMARY KEY (match_id),
	CONSTRAINT fk_match_place_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "match_place" VALUES(26,2,2,'2026-03-01 12:01:00.123457+00:00',21,22,601,501,602,'2026-03-01 12:00:00.123457+00:00','play',0,0);
CREATE TABLE meeting (
	user_id BIGINT NOT NULL,
	rival_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	matches INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	draws INTEGER NOT NULL,
	CONSTRAINT pk_meeting PRIMARY KEY (user_id, rival_id, game)
)
 WITHOUT ROWID
;
INSERT INTO "meeting" VALUES(1001,1002,'prawns',1,0,0);
INSERT INTO "meeting" VALUES(1001,1003,'prawns',1,0,0);
INSERT INTO "meeting" VALUES(1002,1001,'prawns',1,1,0);
INSERT INTO "meeting" VALUES(1003,1001,'prawns',1,1,0);
CREATE TABLE migration (
	revision TEXT NOT NULL,
	name TEXT NOT NULL,
	at TEXT NOT NULL,
	suits TEXT,
	CONSTRAINT pk_migration PRIMARY KEY (revision)
);
INSERT INTO "migration" VALUES('0017','v0017_tables','2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "migration" VALUES('0018','v0018_fair_play','2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "migration" VALUES('0023','v0023_since_0018','2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "migration" VALUES('0024','v0024_web_board','2026-03-01 12:00:00.123457+00:00','0017');
CREATE TABLE mute (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	since TEXT NOT NULL,
	until TEXT,
	CONSTRAINT pk_mute PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_mute_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "mute" VALUES(12,1001,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "mute" VALUES(12,1002,'2026-03-01 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00');
CREATE TABLE not_begun (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_not_begun PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_not_begun_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "not_begun" VALUES(20,1002,'2026-03-01 12:02:00.123457+00:00');
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
INSERT INTO "notice" VALUES(6,0,0,'weekly','results','weekly:11:2026-03-02','2026-03-02 09:00:00.000000+00:00',NULL,'due',NULL,NULL);
CREATE TABLE opening (
	user_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	side TEXT NOT NULL,
	line TEXT NOT NULL,
	matches INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	CONSTRAINT pk_opening PRIMARY KEY (user_id, game, side, line)
)
 WITHOUT ROWID
;
INSERT INTO "opening" VALUES(1001,'prawns','green','d2-d3',2,0);
INSERT INTO "opening" VALUES(1002,'prawns','blue','d2-d3',1,1);
INSERT INTO "opening" VALUES(1003,'prawns','blue','d2-d3',1,1);
CREATE TABLE pick (
	match_id BIGINT NOT NULL,
	side TEXT NOT NULL,
	choices TEXT NOT NULL,
	user_id BIGINT, salt TEXT,
	CONSTRAINT pk_pick PRIMARY KEY (match_id, side),
	CONSTRAINT fk_pick_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "pick" VALUES(1,'blue','["shrimp","crab"]',NULL,NULL);
INSERT INTO "pick" VALUES(1,'green','["crab","lobster"]',NULL,NULL);
INSERT INTO "pick" VALUES(3,'green','["crab","lobster"]',NULL,NULL);
INSERT INTO "pick" VALUES(9,'blue','["shrimp","crab"]',1003,NULL);
INSERT INTO "pick" VALUES(9,'green','["crab","lobster"]',1001,NULL);
INSERT INTO "pick" VALUES(21,'green','["crab","lobster"]',1001,'5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a');
CREATE TABLE pinned_list (
	guild_id BIGINT NOT NULL,
	kind TEXT NOT NULL,
	channel BIGINT,
	message BIGINT,
	digest TEXT,
	shown_at TEXT,
	pinned BOOLEAN DEFAULT 0 NOT NULL,
	lost INTEGER DEFAULT '0' NOT NULL,
	due_at TEXT NOT NULL,
	claimed_until TEXT,
	CONSTRAINT pk_pinned_list PRIMARY KEY (guild_id, kind)
)
 WITHOUT ROWID
;
INSERT INTO "pinned_list" VALUES(11,'front_door',12,611,'0f','2026-03-01 12:00:00.123457+00:00',1,0,'2026-03-01 13:00:00.123457+00:00',NULL);
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
CREATE TABLE puzzle (
	user_id BIGINT NOT NULL,
	match_id BIGINT NOT NULL,
	ply INTEGER NOT NULL,
	solved INTEGER NOT NULL,
	due_at TEXT NOT NULL,
	asked INTEGER NOT NULL,
	missed BOOLEAN NOT NULL,
	CONSTRAINT pk_puzzle PRIMARY KEY (user_id, match_id, ply),
	CONSTRAINT fk_puzzle_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "puzzle" VALUES(1001,1,2,0,'2026-03-11 12:00:00.123457+00:00',1,1);
INSERT INTO "puzzle" VALUES(1001,1,4,0,'2026-03-04 12:00:00.123457+00:00',0,0);
CREATE TABLE puzzle_mail (
	user_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	open BOOLEAN NOT NULL,
	unanswered INTEGER NOT NULL,
	due_at TEXT,
	claimed_until TEXT,
	CONSTRAINT pk_puzzle_mail PRIMARY KEY (user_id)
)
 WITHOUT ROWID
;
INSERT INTO "puzzle_mail" VALUES(1001,1,0,1,'2026-03-09 12:00:00.123457+00:00',NULL);
CREATE TABLE rated_start (
	match_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	low_id BIGINT NOT NULL,
	high_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	weight DOUBLE DEFAULT '1' NOT NULL,
	CONSTRAINT pk_rated_start PRIMARY KEY (match_id),
	CONSTRAINT fk_rated_start_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "rated_start" VALUES(6,'prawns',1001,1003,'2026-03-01 12:00:00.123457+00:00',1.0);
INSERT INTO "rated_start" VALUES(7,'prawns',1001,1003,'2026-03-01 12:00:00.123457+00:00',1.0);
CREATE TABLE rating_point (
	user_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	day INTEGER NOT NULL,
	rating DOUBLE NOT NULL,
	deviation DOUBLE NOT NULL,
	volatility DOUBLE NOT NULL,
	CONSTRAINT pk_rating_point PRIMARY KEY (user_id, game, day)
)
 WITHOUT ROWID
;
INSERT INTO "rating_point" VALUES(1001,'prawns',739676,1252.681928,253.404602,0.060000075);
INSERT INTO "rating_point" VALUES(1002,'prawns',739676,1662.310894,290.318964,0.059999675);
INSERT INTO "rating_point" VALUES(1003,'prawns',739676,1662.310894,290.318964,0.059999675);
CREATE TABLE rating_role (
	guild_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	role BIGINT,
	due_at TEXT,
	claimed_until TEXT,
	CONSTRAINT pk_rating_role PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "rating_role" VALUES(11,1001,14,'2026-03-08 12:00:00.123457+00:00',NULL);
INSERT INTO "rating_role" VALUES(11,1002,NULL,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "rating_role" VALUES(11,1003,NULL,'2026-03-01 12:00:00.123457+00:00',NULL);
CREATE TABLE review (
	match_id BIGINT NOT NULL,
	version INTEGER NOT NULL,
	body TEXT NOT NULL,
	CONSTRAINT pk_review PRIMARY KEY (match_id),
	CONSTRAINT fk_review_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "review" VALUES(1,1,'{"turns":[]}');
CREATE TABLE score (
	id INTEGER NOT NULL,
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	rival_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	guild_id BIGINT NOT NULL,
	side TEXT NOT NULL,
	points INTEGER NOT NULL,
	reason TEXT NOT NULL,
	ended_at TEXT NOT NULL,
	rated BOOLEAN NOT NULL,
	day INTEGER NOT NULL,
	opening TEXT NOT NULL,
	rival_rating DOUBLE,
	rival_deviation DOUBLE,
	"before" INTEGER,
	"after" INTEGER,
	weight DOUBLE DEFAULT '1' NOT NULL,
	fast BOOLEAN DEFAULT 0 NOT NULL,
	CONSTRAINT pk_score PRIMARY KEY (id),
	CONSTRAINT fk_score_match_id FOREIGN KEY(match_id) REFERENCES "match" (id),
	CONSTRAINT uq_score_match_id_user_id UNIQUE (match_id, user_id)
);
INSERT INTO "score" VALUES(1,6,1003,1001,'prawns',11,'blue',2,'eaten','2026-03-01 12:04:00.123457+00:00',1,739676,'d2-d3',1500.0,350.0,1500,1662,1.0,0);
INSERT INTO "score" VALUES(2,6,1001,1003,'prawns',11,'green',0,'eaten','2026-03-01 12:04:00.123457+00:00',1,739676,'d2-d3',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(3,13,1002,1001,'prawns',11,'blue',2,'eaten','2026-03-01 12:04:00.123457+00:00',1,739676,'d2-d3',1500.0,350.0,1500,1662,1.0,1);
INSERT INTO "score" VALUES(4,13,1001,1002,'prawns',11,'green',0,'eaten','2026-03-01 12:04:00.123457+00:00',1,739676,'d2-d3',1500.0,350.0,1338,1253,1.0,1);
CREATE TABLE season_end (
	guild_id BIGINT NOT NULL,
	season TEXT NOT NULL,
	last_day INTEGER NOT NULL,
	closed BOOLEAN DEFAULT 0 NOT NULL,
	claimed_until TEXT,
	CONSTRAINT pk_season_end PRIMARY KEY (guild_id, season)
)
 WITHOUT ROWID
;
INSERT INTO "season_end" VALUES(11,'2026-03',739706,1,NULL);
INSERT INTO "season_end" VALUES(11,'2026-Q1',739706,0,'2026-03-01 13:00:00.123457+00:00');
CREATE TABLE shard_lease (
	shard_count INTEGER NOT NULL,
	shard INTEGER NOT NULL,
	owner TEXT NOT NULL,
	until TEXT NOT NULL,
	CONSTRAINT pk_shard_lease PRIMARY KEY (shard_count, shard)
)
 WITHOUT ROWID
;
INSERT INTO "shard_lease" VALUES(2,0,'one','2026-03-01 12:01:00.123457+00:00');
INSERT INTO "shard_lease" VALUES(2,1,'one','2026-03-01 12:01:00.123457+00:00');
CREATE TABLE shard_life (
	shard_count INTEGER NOT NULL,
	shard INTEGER NOT NULL,
	alive_at TEXT NOT NULL,
	CONSTRAINT pk_shard_life PRIMARY KEY (shard_count, shard)
)
 WITHOUT ROWID
;
INSERT INTO "shard_life" VALUES(2,0,'2026-03-02 12:00:00.123457+00:00');
INSERT INTO "shard_life" VALUES(2,1,'2026-03-03 12:00:00.123457+00:00');
CREATE TABLE shard_stop (
	shard_count INTEGER NOT NULL,
	shard INTEGER NOT NULL,
	start_at TEXT NOT NULL,
	end_at TEXT NOT NULL,
	CONSTRAINT pk_shard_stop PRIMARY KEY (shard_count, shard, start_at)
)
 WITHOUT ROWID
;
INSERT INTO "shard_stop" VALUES(2,1,'2026-03-02 12:00:00.123457+00:00','2026-03-03 12:00:00.123457+00:00');
CREATE TABLE share (
	code TEXT NOT NULL,
	match_id BIGINT NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_share PRIMARY KEY (code),
	CONSTRAINT fk_share_match_id FOREIGN KEY(match_id) REFERENCES "match" (id),
	CONSTRAINT uq_share_match_id UNIQUE (match_id)
)
 WITHOUT ROWID
;
INSERT INTO "share" VALUES('K7Q2MP',1,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE simul (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	version INTEGER NOT NULL,
	phase TEXT NOT NULL,
	game TEXT NOT NULL,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	host BIGINT NOT NULL,
	created_at TEXT NOT NULL,
	closes_at TEXT NOT NULL,
	pace TEXT NOT NULL,
	places INTEGER NOT NULL,
	side TEXT,
	rated BOOLEAN NOT NULL,
	message BIGINT,
	digest TEXT,
	shown_at TEXT,
	lost INTEGER NOT NULL,
	due_at TEXT,
	claimed_until TEXT
);
INSERT INTO "simul" VALUES(1,5,'started','prawns',11,12,1002,'2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00','3d',12,'green',0,NULL,NULL,NULL,0,'2026-03-01 12:00:00.123457+00:00','2026-03-01 13:00:00.123457+00:00');
INSERT INTO "simul" VALUES(2,5,'open','prudh',11,12,1002,'2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00','3d',12,NULL,0,601,'digest','2026-03-01 12:01:00.123457+00:00',0,'2026-03-01 12:01:00.123457+00:00',NULL);
CREATE TABLE simul_place (
	simul_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	joined_at TEXT NOT NULL,
	taken_out BOOLEAN NOT NULL,
	CONSTRAINT pk_simul_place PRIMARY KEY (simul_id, user_id),
	CONSTRAINT fk_simul_place_simul_id FOREIGN KEY(simul_id) REFERENCES simul (id)
)
 WITHOUT ROWID
;
INSERT INTO "simul_place" VALUES(1,1003,1,'2026-03-01 12:00:00.123457+00:00',0);
INSERT INTO "simul_place" VALUES(2,1004,1,'2026-03-01 12:00:00.123457+00:00',0);
INSERT INTO "simul_place" VALUES(2,1005,2,'2026-03-01 12:00:00.123457+00:00',1);
INSERT INTO "simul_place" VALUES(2,1006,3,'2026-03-01 12:00:00.123457+00:00',0);
CREATE TABLE standing (
	guild_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	season TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	points INTEGER NOT NULL,
	rating DOUBLE NOT NULL,
	deviation DOUBLE NOT NULL,
	volatility DOUBLE NOT NULL,
	rated_day INTEGER NOT NULL,
	matches INTEGER NOT NULL,
	day INTEGER NOT NULL,
	listed BOOLEAN NOT NULL,
	CONSTRAINT pk_standing PRIMARY KEY (guild_id, game, season, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "standing" VALUES(0,'prawns','',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-03',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-03',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-03',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-Q1',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-Q1',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(0,'prawns','2026-Q1',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,0);
INSERT INTO "standing" VALUES(11,'prawns','',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','2026-03',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,0);
INSERT INTO "standing" VALUES(11,'prawns','2026-03',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','2026-03',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','2026-Q1',1003,1662,1662.310894,290.318964,0.059999675,739676,1,739676,0);
INSERT INTO "standing" VALUES(11,'prawns','2026-Q1',1001,1253,1252.681928,253.404602,0.060000075,739676,2,739676,1);
INSERT INTO "standing" VALUES(11,'prawns','2026-Q1',1002,1662,1662.310894,290.318964,0.059999675,739676,1,739676,1);
CREATE TABLE standing_offer (
	guild_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	user_id BIGINT NOT NULL,
	channel BIGINT NOT NULL,
	wanted INTEGER NOT NULL,
	pace TEXT NOT NULL,
	rated BOOLEAN NOT NULL,
	created_at TEXT NOT NULL,
	changed_at TEXT NOT NULL,
	due_at TEXT NOT NULL,
	off_since TEXT,
	why TEXT,
	CONSTRAINT pk_standing_offer PRIMARY KEY (guild_id, game, user_id)
)
 WITHOUT ROWID
;
INSERT INTO "standing_offer" VALUES(11,'prawns',1005,12,2,'3d',1,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00','late');
INSERT INTO "standing_offer" VALUES(11,'prawns',1006,12,2,'3d',1,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00',NULL,NULL);
INSERT INTO "standing_offer" VALUES(11,'prawns',1007,12,2,'3d',1,'2026-03-01 12:00:00.123457+00:00','2026-03-01 12:00:00.123457+00:00','2026-03-01 12:01:00.123457+00:00','2026-03-02 12:00:00.123457+00:00','owner');
CREATE TABLE tally (
	user_id BIGINT NOT NULL,
	game TEXT NOT NULL,
	side TEXT NOT NULL,
	matches INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	draws INTEGER NOT NULL,
	timeouts INTEGER NOT NULL,
	streak INTEGER NOT NULL,
	best INTEGER NOT NULL,
	CONSTRAINT pk_tally PRIMARY KEY (user_id, game, side)
)
 WITHOUT ROWID
;
INSERT INTO "tally" VALUES(0,'prawns','blue',2,2,0,0,2,2);
INSERT INTO "tally" VALUES(0,'prawns','green',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(1001,'prawns','',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(1001,'prawns','+fast',1,0,0,0,-1,0);
INSERT INTO "tally" VALUES(1001,'prawns','green',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(1002,'prawns','',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(1002,'prawns','+fast',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(1002,'prawns','blue',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(1003,'prawns','',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(1003,'prawns','blue',1,1,0,0,1,1);
CREATE TABLE tournament (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	version INTEGER NOT NULL,
	shown_version INTEGER NOT NULL,
	guild_id BIGINT NOT NULL,
	channel_id BIGINT NOT NULL,
	message BIGINT,
	lost INTEGER DEFAULT '0' NOT NULL,
	name TEXT NOT NULL,
	game TEXT NOT NULL,
	state TEXT NOT NULL,
	terms TEXT NOT NULL,
	created_at TEXT NOT NULL,
	round INTEGER NOT NULL,
	round_at TEXT,
	paused_at TEXT,
	ended_at TEXT,
	due_at TEXT,
	news_at TEXT,
	told INTEGER DEFAULT '0' NOT NULL
);
INSERT INTO "tournament" VALUES(1,1,0,11,12,NULL,0,'Spring','prawns','open','{"format": "knockout", "pace": "5d+12h<7d", "rated": true, "at_once": 3, "round_days": 60, "rounds": null, "group_size": 8, "promoted": 1, "moving": 1, "most": null, "entries_until": "2026-03-08T12:00:00.123457+00:00", "news": false}','2026-03-01 12:00:00.123457+00:00',0,NULL,NULL,NULL,'2026-03-08 12:00:00.123457+00:00',NULL,0);
INSERT INTO "tournament" VALUES(2,3,0,11,12,NULL,0,'Summer','prawns','running','{"format": "knockout", "pace": "5d+12h<7d", "rated": true, "at_once": 3, "round_days": 60, "rounds": null, "group_size": 8, "promoted": 1, "moving": 1, "most": null, "entries_until": "2026-03-08T12:00:00.123457+00:00", "news": false}','2026-03-01 12:00:00.123457+00:00',1,'2026-03-08 12:00:00.123457+00:00',NULL,NULL,'2026-03-01 12:00:00.123457+00:00','2026-03-08 12:00:00.123457+00:00',0);
CREATE TABLE tournament_champion (
	tournament_id BIGINT NOT NULL,
	season INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	day INTEGER NOT NULL,
	CONSTRAINT pk_tournament_champion PRIMARY KEY (tournament_id, season),
	CONSTRAINT fk_tournament_champion_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_champion" VALUES(2,0,1001,739676);
CREATE TABLE tournament_entrant (
	tournament_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	seed INTEGER NOT NULL,
	rating INTEGER NOT NULL,
	group_number INTEGER NOT NULL,
	left_in INTEGER NOT NULL,
	forgiven INTEGER NOT NULL,
	entered_at TEXT NOT NULL,
	left_at TEXT,
	CONSTRAINT pk_tournament_entrant PRIMARY KEY (tournament_id, number),
	CONSTRAINT fk_tournament_entrant_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_entrant" VALUES(2,1,1001,1,1500,0,0,0,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "tournament_entrant" VALUES(2,2,1002,2,1500,0,0,0,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "tournament_entrant" VALUES(2,3,1003,3,1500,0,0,0,'2026-03-01 12:00:00.123457+00:00',NULL);
CREATE TABLE tournament_event (
	tournament_id BIGINT NOT NULL,
	version INTEGER NOT NULL,
	wanted BOOLEAN NOT NULL,
	event_id BIGINT,
	asked_at TEXT,
	digest TEXT,
	trouble TEXT,
	due_at TEXT,
	claimed_until TEXT,
	CONSTRAINT pk_tournament_event PRIMARY KEY (tournament_id),
	CONSTRAINT fk_tournament_event_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_event" VALUES(1,1,1,801,'2026-03-01 12:00:00.123457+00:00','0123abcd',NULL,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "tournament_event" VALUES(2,1,1,NULL,NULL,NULL,'not-allowed','2026-03-01 12:00:00.123457+00:00',NULL);
CREATE TABLE tournament_organiser (
	tournament_id BIGINT NOT NULL,
	number INTEGER NOT NULL,
	user_id BIGINT NOT NULL,
	CONSTRAINT pk_tournament_organiser PRIMARY KEY (tournament_id, number),
	CONSTRAINT fk_tournament_organiser_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_organiser" VALUES(1,1,1001);
INSERT INTO "tournament_organiser" VALUES(2,1,1001);
INSERT INTO "tournament_organiser" VALUES(1,2,1003);
INSERT INTO "tournament_organiser" VALUES(2,2,1003);
CREATE TABLE tournament_pairing (
	tournament_id BIGINT NOT NULL,
	round INTEGER NOT NULL,
	board INTEGER NOT NULL,
	game INTEGER NOT NULL,
	group_number INTEGER NOT NULL,
	first INTEGER,
	second INTEGER,
	begins_at TEXT NOT NULL,
	ends_at TEXT NOT NULL,
	match_id BIGINT,
	match_ended BOOLEAN DEFAULT 0 NOT NULL,
	first_points INTEGER,
	second_points INTEGER,
	how TEXT,
	first_begins BOOLEAN,
	salt TEXT,
	CONSTRAINT pk_tournament_pairing PRIMARY KEY (tournament_id, round, board, game),
	CONSTRAINT fk_tournament_pairing_match_id FOREIGN KEY(match_id) REFERENCES "match" (id),
	CONSTRAINT fk_tournament_pairing_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_pairing" VALUES(2,1,1,1,0,1,NULL,'2026-03-08 12:00:00.123457+00:00','2026-03-15 12:00:00.123457+00:00',NULL,0,2,0,'bye',NULL,NULL);
INSERT INTO "tournament_pairing" VALUES(2,1,2,1,0,2,3,'2026-03-08 12:00:00.123457+00:00','2026-03-15 12:00:00.123457+00:00',23,0,NULL,NULL,NULL,1,'a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5');
INSERT INTO "tournament_pairing" VALUES(2,1,2,2,0,3,2,'2026-03-08 12:00:00.123457+00:00','2026-03-15 12:00:00.123457+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE tournament_substitute (
	tournament_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	seed INTEGER NOT NULL,
	state TEXT NOT NULL,
	times INTEGER NOT NULL,
	asked_at TEXT NOT NULL,
	message BIGINT,
	due_at TEXT,
	claimed_until TEXT,
	CONSTRAINT pk_tournament_substitute PRIMARY KEY (tournament_id, user_id),
	CONSTRAINT fk_tournament_substitute_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
)
 WITHOUT ROWID
;
INSERT INTO "tournament_substitute" VALUES(2,1004,1,'open',1,'2026-03-01 12:00:00.123457+00:00',1023,'2026-03-01 12:00:00.123457+00:00',NULL);
INSERT INTO "tournament_substitute" VALUES(2,1005,2,'refused',1,'2026-03-01 12:00:00.123457+00:00',NULL,'2026-03-01 12:00:00.123457+00:00',NULL);
CREATE TABLE watch (
	match_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	each_turn BOOLEAN NOT NULL,
	at TEXT NOT NULL,
	CONSTRAINT pk_watch PRIMARY KEY (match_id, user_id),
	CONSTRAINT fk_watch_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID
;
INSERT INTO "watch" VALUES(8,1003,1,'2026-03-01 12:00:00.123457+00:00');
INSERT INTO "watch" VALUES(8,1004,0,'2026-03-01 12:00:00.123457+00:00');
CREATE TABLE web_link (
	user_id BIGINT NOT NULL,
	digest TEXT NOT NULL,
	match_id BIGINT NOT NULL,
	until TEXT NOT NULL,
	CONSTRAINT pk_web_link PRIMARY KEY (user_id)
)
 WITHOUT ROWID
;
INSERT INTO "web_link" VALUES(1001,'a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5',1,'2026-03-01 12:01:00.123457+00:00');
CREATE TABLE web_session (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	user_id BIGINT NOT NULL,
	digest TEXT NOT NULL,
	browser TEXT NOT NULL,
	began_at TEXT NOT NULL,
	seen_at TEXT NOT NULL
);
INSERT INTO "web_session" VALUES(1,1002,'0101010101010101010101010101010101010101010101010101010101010101','Firefox on Android','2026-03-01 12:00:00.123457+00:00','2026-03-02 12:00:00.123457+00:00');
INSERT INTO "web_session" VALUES(2,1002,'0202020202020202020202020202020202020202020202020202020202020202','Safari on iPhone','2026-03-01 12:00:00.123457+00:00','2026-03-03 12:00:00.123457+00:00');
CREATE INDEX ix_match_deadline_at_id ON "match" (deadline_at, id) WHERE deadline_at IS NOT NULL;
CREATE INDEX ix_match_changed_at_id ON "match" (changed_at, id) WHERE shown_version < version;
CREATE INDEX ix_match_challenger_phase ON "match" (challenger, phase);
CREATE INDEX ix_match_challenger_finished_at_id ON "match" (challenger, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_opponent_phase ON "match" (opponent, phase);
CREATE INDEX ix_match_opponent_finished_at_id ON "match" (opponent, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_home_id ON "match" (home, id) WHERE home IS NOT NULL;
CREATE INDEX ix_match_guild_id_phase ON "match" (guild_id, phase);
CREATE INDEX ix_match_guild_id_finished_at_id ON "match" (guild_id, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_unsettled ON "match" (id) WHERE challenger_to_act IS NULL AND phase IN ('challenged', 'setup', 'playing');
CREATE INDEX ix_entry_names_people ON entry (match_id) WHERE kind IN ('admin-ended', 'admin-aborted', 'admin-rewound', 'admin-handed-over');
CREATE INDEX ix_pick_user_id ON pick (user_id);
CREATE INDEX ix_draft_user_id ON draft (user_id);
CREATE INDEX ix_note_user_id ON note (user_id);
CREATE INDEX ix_mute_user_id ON mute (user_id);
CREATE INDEX ix_hint_user_id ON hint (user_id);
CREATE INDEX ix_watch_user_id_match_id ON watch (user_id, match_id);
CREATE INDEX ix_notice_due_at_id ON notice (due_at, id) WHERE state = 'due' AND kind != 'pick';
CREATE INDEX ix_notice_user_id ON notice (user_id);
CREATE INDEX ix_chore_due_at_id ON chore (due_at, id);
CREATE INDEX ix_rated_start_low_id_high_id_game_at ON rated_start (low_id, high_id, game, at);
CREATE INDEX ix_rated_start_high_id ON rated_start (high_id);
CREATE INDEX ix_score_user_id_game_day_id ON score (user_id, game, day, id);
CREATE INDEX ix_opening_user_id_game_matches ON opening (user_id, game, matches);
CREATE INDEX ix_standing_user_id_game_season ON standing (user_id, game, season);
CREATE INDEX ix_gone_user_id ON gone (user_id);
CREATE INDEX ix_season_end_last_day_guild_id_season ON season_end (last_day, guild_id, season) WHERE closed = 0;
CREATE INDEX ix_champion_guild_id_season_game_user_id ON champion (guild_id, season, game, user_id) WHERE role IS NOT NULL;
CREATE INDEX ix_champion_user_id ON champion (user_id);
CREATE INDEX ix_rating_role_due_at_guild_id_user_id ON rating_role (due_at, guild_id, user_id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_rating_role_user_id ON rating_role (user_id);
CREATE INDEX ix_pinned_list_due_at ON pinned_list (due_at);
CREATE INDEX ix_ladder_place_user_id ON ladder_place (user_id);
CREATE INDEX ix_ladder_place_slides_at_guild_id_game ON ladder_place (slides_at, guild_id, game);
CREATE INDEX ix_ladder_history_user_id_guild_id_game_id ON ladder_history (user_id, guild_id, game, id);
CREATE INDEX ix_imported_user_id_id ON imported (user_id, id);
CREATE INDEX ix_imported_at ON imported (at);
CREATE INDEX ix_block_blocked_id ON block (blocked_id);
CREATE INDEX ix_not_begun_user_id_at ON not_begun (user_id, at);
CREATE INDEX ix_standing_ranking ON standing (guild_id, game, season, listed, points, user_id, matches, day, rated_day, rating, deviation, volatility);
CREATE INDEX ix_tournament_due_at_id ON tournament (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_tournament_news_at_id ON tournament (news_at, id) WHERE news_at IS NOT NULL;
CREATE INDEX ix_tournament_unshown ON tournament (id) WHERE shown_version < version;
CREATE INDEX ix_tournament_guild_id_state_id ON tournament (guild_id, state, id);
CREATE INDEX ix_tournament_organiser_user_id ON tournament_organiser (user_id);
CREATE INDEX ix_tournament_entrant_user_id ON tournament_entrant (user_id);
CREATE INDEX ix_tournament_pairing_match_id ON tournament_pairing (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX ix_match_simul_id ON "match" (simul, id) WHERE simul > 0;
CREATE INDEX ix_simul_due_at_id ON simul (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_simul_host_phase ON simul (host, phase);
CREATE INDEX ix_simul_phase_created_at ON simul (phase, created_at);
CREATE INDEX ix_simul_place_user_id ON simul_place (user_id);
CREATE INDEX ix_standing_offer_user_id ON standing_offer (user_id);
CREATE INDEX ix_standing_offer_due_at_guild_id_game ON standing_offer (due_at, guild_id, game) WHERE off_since IS NULL;
CREATE INDEX ix_tournament_event_due_at_tournament_id ON tournament_event (due_at, tournament_id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_tournament_champion_user_id ON tournament_champion (user_id);
CREATE INDEX ix_match_phase_id ON "match" (phase, id) WHERE across = 1;
CREATE INDEX ix_match_place_changed_at_match_id ON match_place (changed_at, match_id) WHERE shown_version < version;
CREATE INDEX ix_match_place_home ON match_place (home) WHERE home IS NOT NULL;
CREATE INDEX ix_match_place_guild_id ON match_place (guild_id);
CREATE INDEX ix_last_look_user_id ON last_look (user_id);
CREATE INDEX ix_guild_seen_seen_at_guild_id ON guild_seen (seen_at, guild_id);
CREATE INDEX ix_puzzle_match_id ON puzzle (match_id);
CREATE INDEX ix_puzzle_mail_due_at_user_id ON puzzle_mail (due_at, user_id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_match_unarchived ON "match" (id) WHERE phase = 'finished' AND archived = 0;
CREATE INDEX ix_line_tree_match_id ON line_tree (match_id);
CREATE INDEX ix_line_tree_changed_at ON line_tree (changed_at);
CREATE INDEX ix_advance_user_id ON advance (user_id);
CREATE INDEX ix_comment_match_id_ply_id ON comment (match_id, ply, id);
CREATE INDEX ix_comment_user_id ON comment (user_id);
CREATE INDEX ix_comment_report_user_id ON comment_report (user_id);
CREATE INDEX ix_comment_case_comment_id ON comment_case (comment_id);
CREATE INDEX ix_archive_match_id ON archive (match_id);
CREATE INDEX ix_archive_guild_id_channel_id ON archive (guild_id, channel_id);
CREATE INDEX ix_archive_newest ON archive (guild_id, outcome, finished_at, match_id, channel_id);
CREATE INDEX ix_archive_newest_of_game ON archive (guild_id, game, outcome, finished_at, match_id, channel_id);
CREATE INDEX ix_tournament_substitute_due_at_tournament_id_user_id ON tournament_substitute (due_at, tournament_id, user_id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_tournament_substitute_user_id ON tournament_substitute (user_id);
CREATE INDEX ix_web_link_digest ON web_link (digest);
CREATE INDEX ix_web_session_digest ON web_session (digest);
CREATE INDEX ix_web_session_user_id ON web_session (user_id);
CREATE INDEX ix_web_session_seen_at ON web_session (seen_at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('match',29);
INSERT INTO "sqlite_sequence" VALUES('notice',6);
INSERT INTO "sqlite_sequence" VALUES('imported',1);
INSERT INTO "sqlite_sequence" VALUES('chore',3);
INSERT INTO "sqlite_sequence" VALUES('tournament',2);
INSERT INTO "sqlite_sequence" VALUES('simul',2);
INSERT INTO "sqlite_sequence" VALUES('comment',3);
INSERT INTO "sqlite_sequence" VALUES('web_session',2);
COMMIT;
