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
INSERT INTO "account" VALUES(2119787819827200008,'cannons-and-crabs',741448,1500.0,350.0,0.06,1337.689106,290.318964,0.059999675,1);
INSERT INTO "account" VALUES(2119787819827200008,'predation',741448,1500.0,350.0,0.06,1662.310894,290.318964,0.059999675,1);
INSERT INTO "account" VALUES(2119787819827200008,'prudh',741448,1500.0,350.0,0.06,1500.0,181.348785,0.059997569,6);
INSERT INTO "account" VALUES(2119787819827200009,'cannons-and-crabs',741448,1500.0,350.0,0.06,1662.310894,290.318964,0.059999675,1);
INSERT INTO "account" VALUES(2119787819827200009,'predation',741448,1500.0,350.0,0.06,1337.689106,290.318964,0.059999675,1);
INSERT INTO "account" VALUES(2119787819827200009,'prudh',741448,1500.0,350.0,0.06,1500.0,181.348785,0.059997569,6);
INSERT INTO "account" VALUES(2119787819827200010,'prudh',741448,1500.0,350.0,0.06,1500.0,181.348785,0.059997569,6);
INSERT INTO "account" VALUES(2119787819827200011,'prudh',741448,1500.0,350.0,0.06,1500.0,181.348785,0.059997569,6);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0017');
CREATE TABLE away (
	user_id BIGINT NOT NULL, 
	start_at TEXT NOT NULL, 
	end_at TEXT NOT NULL, 
	CONSTRAINT pk_away PRIMARY KEY (user_id, start_at)
)
 WITHOUT ROWID

;
INSERT INTO "away" VALUES(2119787819827200010,'2031-01-14 11:01:00.000000+00:00','2031-01-17 11:01:00.000000+00:00');
CREATE TABLE block (
	user_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT pk_block PRIMARY KEY (user_id, blocked_id)
)
 WITHOUT ROWID

;
INSERT INTO "block" VALUES(2119787819827200010,2119787819827200012,'2031-01-14 11:01:00.000000+00:00');
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
INSERT INTO "chore" VALUES(1,16,'rouse',2122294335897600007,0,'',NULL,'2031-01-14 11:01:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(2,17,'rouse',2122294335897600017,0,'',NULL,'2031-01-13 10:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(3,18,'rouse',2122294335897600027,0,'',NULL,'2031-01-13 10:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(4,19,'rouse',2122294335897600041,0,'',NULL,'2031-01-13 10:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(5,31,'rouse',2122671823257600041,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(6,32,'rouse',2122671823257600051,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(7,33,'rouse',2122671823257600064,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(8,34,'rouse',2122671823257600076,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(9,35,'rouse',2122671823257600082,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(10,36,'rouse',2122671823257600089,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(11,37,'rouse',2122671823257600123,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(12,38,'rouse',2122671823257600163,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(13,39,'rouse',2122671823257600190,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(14,40,'rouse',2122671823257600222,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(15,41,'rouse',2122671823257600251,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(16,42,'rouse',2122671823257600274,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(17,43,'rouse',2122671823257600303,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(18,44,'rouse',2122671823257600319,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(19,45,'rouse',2122671823257600344,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(20,46,'rouse',2122671823257600362,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(21,47,'rouse',2122671823257600383,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(22,48,'rouse',2122671823257600412,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(23,49,'rouse',2122671823257600428,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(24,50,'rouse',2122671823257600446,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(25,51,'rouse',2122671823257600469,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(26,52,'rouse',2122671823257600496,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(27,53,'rouse',2122671823257600514,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(28,54,'rouse',2122671823257600537,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(29,55,'rouse',2122671823257600584,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(30,56,'rouse',2122671823257600600,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
INSERT INTO "chore" VALUES(31,66,'rouse',2122671823257601272,0,'',NULL,'2031-01-14 11:00:00.000000+00:00',NULL,0);
CREATE TABLE downtime (
	start_at TEXT NOT NULL, 
	end_at TEXT NOT NULL, 
	CONSTRAINT pk_downtime PRIMARY KEY (start_at)
)
 WITHOUT ROWID

;
CREATE TABLE draft (
	match_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	choices TEXT NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_draft_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
INSERT INTO "draft" VALUES(32,2119787819827200008,'["shrimp",null]');
INSERT INTO "draft" VALUES(32,2119787819827200009,'["shrimp","crab"]');
INSERT INTO "draft" VALUES(33,2119787819827200009,'["shrimp",null]');
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
INSERT INTO "entry" VALUES(1,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,5,'action','a4>a2','light',5,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,6,'action','b2>d2','dark',6,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,7,'action','a2>a1','light',7,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,8,'action','d2-e1','dark',8,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,9,'action','e4-f3','light',9,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,10,'action','d6-c5','dark',10,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,11,'action','f3>d3','light',11,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,12,'action','e1>b1','dark',12,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,13,'action','d3>d5','light',13,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,14,'action','c5>c2','dark',14,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,15,'action','d5>f5','light',15,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,16,'action','c3>c1','dark',16,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(1,17,'action','f5>f3','light',17,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,1,'action','e4-f3','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,2,'action','d6-e5','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,3,'action','f3>f5','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,4,'action','e5>c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,5,'action','e2-f1','light',5,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,6,'action','d2-c3','dark',6,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,7,'action','f1>d1','light',7,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,8,'action','c5>c3','dark',8,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,9,'action','f5>f6','light',9,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,10,'action','c3>c1','dark',10,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,11,'action','b5-d3','light',11,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,12,'action','c1>a1','dark',12,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,13,'action','d3>b3','light',13,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,14,'action','a1>a3','dark',14,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,15,'action','b3>b1','light',15,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(2,16,'action','a3>a5','dark',16,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,1,'action','b2-a3','white',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,2,'action','e7-c5','black',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,3,'action','e1-c3','white',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,4,'action','f6-f5','black',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,5,'action','d1-e1','white',5,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,6,'action','c5xa3','black',6,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,7,'action','c3-a5','white',7,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(3,8,'action','a3xc1','black',8,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,1,'action','@d1','white',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,2,'action','@a8','black',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,3,'action','@e1','white',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,4,'action','@f8','black',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,5,'action','e1-e3','white',5,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,6,'action','@g8','black',6,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,7,'action','e3-e4','white',7,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,8,'action','a8-a7','black',8,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,9,'action','d1-d2','white',9,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,10,'action','f8-f7','black',10,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,11,'action','d2-d3','white',11,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,12,'action','@b8','black',12,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,13,'action','d3-d4','white',13,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,14,'action','@e8','black',14,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,15,'action','d4-d5','white',15,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,16,'action','b8-b6','black',16,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,17,'action','@d1','white',17,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,18,'action','g8-g6','black',18,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,19,'action','d5-d6','white',19,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,20,'action','e8-e6','black',20,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,21,'action','d6xe7','white',21,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,22,'action','@d8','black',22,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(4,23,'action','e7-e8','white',23,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,1,'action','d13-b9','predator',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,2,'action','b13-d8','predator',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,3,'action','end','predator',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,4,'action','g1-d5','prey',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,5,'action','d1-e2','prey',5,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,6,'action','e1-e4','prey',6,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,7,'action','c1-f5','prey',7,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,8,'action','end','prey',8,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,9,'action','d8xf5+e4','predator',9,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,10,'action','b9xd5','predator',10,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,11,'action','end','predator',11,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,12,'action','e2-f4','prey',12,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,13,'action','end','prey',13,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,14,'action','d5xf1','predator',14,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,15,'action','f5xf4','predator',15,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,16,'action','*b13','predator',16,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,17,'action','end','predator',17,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,18,'action','end','prey',18,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(5,19,'action','f4xh1','predator',19,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(6,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(6,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(6,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(6,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(7,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(7,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(7,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(7,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(8,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(8,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(8,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(8,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(9,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(9,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(9,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(9,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(10,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(10,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(10,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(10,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(11,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(11,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(11,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(11,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(12,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(12,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(12,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(12,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(13,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(13,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(13,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(13,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(14,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(14,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(14,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(14,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(15,1,'action','b5-a6','light',1,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(15,2,'action','c1-b2','dark',2,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(15,3,'action','a6>a4','light',3,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(15,4,'action','b6-c5','dark',4,'2031-01-06 12:00:00.000000+00:00');
INSERT INTO "entry" VALUES(16,1,'action','b1-a3','white',1,'2031-01-13 10:00:00.000000+00:00');
INSERT INTO "entry" VALUES(16,2,'time-up','','black',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(16,3,'takeback-offer','','white',1,'2031-01-14 11:01:00.000000+00:00');
INSERT INTO "entry" VALUES(17,1,'action','@d1','white',1,'2031-01-13 10:00:00.000000+00:00');
INSERT INTO "entry" VALUES(18,1,'action','b5-a6','light',1,'2031-01-13 10:00:00.000000+00:00');
INSERT INTO "entry" VALUES(18,2,'action','c1-b2','dark',2,'2031-01-13 10:00:00.000000+00:00');
INSERT INTO "entry" VALUES(37,1,'action','d1-d3','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(37,2,'action','e8-e6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(38,1,'action','d1-d3','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(38,2,'action','e8-e6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(39,1,'action','d1-d3','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(39,2,'action','e8-e6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(39,3,'pause-offer','','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(39,4,'paused','','green',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(40,1,'action','d1-d3','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(40,2,'action','e8-e6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(40,3,'takeback-offer','','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(42,1,'action','b5-a6','light',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(42,2,'action','c1-b2','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(43,1,'action','b5-a6','light',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(43,2,'action','c1-b2','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(44,1,'action','b5-a6','light',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(44,2,'action','c1-b2','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(44,3,'pause-offer','','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(44,4,'paused','','light',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(44,5,'go-on-offer','','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(45,1,'action','b5-a6','light',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(45,2,'action','c1-b2','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(45,3,'takeback-offer','','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(47,1,'action','@d1','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(47,2,'action','@a8','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(48,1,'action','@d1','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(48,2,'action','@a8','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(49,1,'action','@d1','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(49,2,'action','@a8','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(49,3,'pause-offer','','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(51,1,'action','b1-a3','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(51,2,'action','e6-e4','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(52,1,'action','b1-a3','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(52,2,'action','e6-e4','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(52,3,'takeback-offer','','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,1,'action','d13-b9','predator',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,2,'action','b13-d8','predator',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,3,'action','end','predator',3,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,4,'action','g1-d5','prey',4,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,5,'action','d1-e2','prey',5,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,6,'action','e1-e4','prey',6,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,7,'action','c1-f5','prey',7,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,8,'action','end','prey',8,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(54,9,'action','d8xf5+e4','predator',9,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,1,'action','d13-b9','predator',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,2,'action','b13-d8','predator',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,3,'action','end','predator',3,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,4,'action','g1-d5','prey',4,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,5,'action','d1-e2','prey',5,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,6,'action','e1-e4','prey',6,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,7,'action','c1-f5','prey',7,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(55,8,'action','end','prey',8,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,1,'action','a2-b4','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,2,'action','a7-c6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,3,'action','b4-a2','green',3,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,4,'action','c6-a7','blue',4,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,5,'action','a2-b4','green',5,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,6,'action','a7-c6','blue',6,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,7,'action','b4-a2','green',7,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,8,'action','c6-a7','blue',8,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,9,'action','a2-b4','green',9,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,10,'action','a7-c6','blue',10,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,11,'action','b4-a2','green',11,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,12,'action','c6-a7','blue',12,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,13,'action','a2-b4','green',13,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,14,'action','a7-c6','blue',14,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,15,'action','b4-a2','green',15,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,16,'action','c6-a7','blue',16,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,17,'action','a2-b4','green',17,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,18,'action','a7-c6','blue',18,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,19,'action','b4-a2','green',19,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,20,'action','c6-a7','blue',20,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,21,'action','a2-b4','green',21,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,22,'action','a7-c6','blue',22,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,23,'action','b4-a2','green',23,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,24,'action','c6-a7','blue',24,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,25,'action','a2-b4','green',25,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,26,'action','a7-c6','blue',26,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,27,'action','b4-a2','green',27,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,28,'action','c6-a7','blue',28,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,29,'action','a2-b4','green',29,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,30,'action','a7-c6','blue',30,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,31,'action','b4-a2','green',31,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,32,'action','c6-a7','blue',32,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,33,'action','a2-b4','green',33,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,34,'action','a7-c6','blue',34,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,35,'action','b4-a2','green',35,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,36,'action','c6-a7','blue',36,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,37,'action','a2-b4','green',37,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,38,'action','a7-c6','blue',38,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,39,'action','b4-a2','green',39,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,40,'action','c6-a7','blue',40,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,41,'action','a2-b4','green',41,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,42,'action','a7-c6','blue',42,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,43,'action','b4-a2','green',43,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,44,'action','c6-a7','blue',44,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,45,'action','a2-b4','green',45,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,46,'action','a7-c6','blue',46,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,47,'action','b4-a2','green',47,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,48,'action','c6-a7','blue',48,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,49,'action','a2-b4','green',49,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,50,'action','a7-c6','blue',50,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,51,'action','b4-a2','green',51,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,52,'action','c6-a7','blue',52,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,53,'action','a2-b4','green',53,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,54,'action','a7-c6','blue',54,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,55,'action','b4-a2','green',55,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,56,'action','c6-a7','blue',56,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,57,'action','a2-b4','green',57,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,58,'action','a7-c6','blue',58,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,59,'action','b4-a2','green',59,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,60,'action','c6-a7','blue',60,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,61,'action','a2-b4','green',61,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,62,'action','a7-c6','blue',62,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,63,'action','b4-a2','green',63,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,64,'action','c6-a7','blue',64,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,65,'action','a2-b4','green',65,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,66,'action','a7-c6','blue',66,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,67,'action','b4-a2','green',67,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,68,'action','c6-a7','blue',68,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,69,'action','a2-b4','green',69,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,70,'action','a7-c6','blue',70,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,71,'action','b4-a2','green',71,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,72,'action','c6-a7','blue',72,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,73,'action','a2-b4','green',73,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,74,'action','a7-c6','blue',74,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,75,'action','b4-a2','green',75,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,76,'action','c6-a7','blue',76,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,77,'action','a2-b4','green',77,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,78,'action','a7-c6','blue',78,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,79,'action','b4-a2','green',79,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,80,'action','c6-a7','blue',80,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,81,'action','a2-b4','green',81,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,82,'action','a7-c6','blue',82,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,83,'action','b4-a2','green',83,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,84,'action','c6-a7','blue',84,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,85,'action','a2-b4','green',85,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,86,'action','a7-c6','blue',86,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,87,'action','b4-a2','green',87,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,88,'action','c6-a7','blue',88,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,89,'action','a2-b4','green',89,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,90,'action','a7-c6','blue',90,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,91,'action','b4-a2','green',91,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,92,'action','c6-a7','blue',92,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,93,'action','a2-b4','green',93,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,94,'action','a7-c6','blue',94,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,95,'action','b4-a2','green',95,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,96,'action','c6-a7','blue',96,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,97,'action','a2-b4','green',97,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,98,'action','a7-c6','blue',98,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,99,'action','b4-a2','green',99,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(56,100,'action','c6-a7','blue',100,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(57,1,'action','d1-d3','green',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(57,2,'action','e8-e6','blue',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(59,1,'action','b5-a6','light',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(59,2,'action','c1-b2','dark',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(60,1,'action','@d1','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(60,2,'action','@a8','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(61,1,'action','b1-a3','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(61,2,'action','e6-e4','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,1,'action','d13-b9','predator',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,2,'action','b13-d8','predator',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,3,'action','end','predator',3,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,4,'action','g1-d5','prey',4,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,5,'action','d1-e2','prey',5,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,6,'action','e1-e4','prey',6,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,7,'action','c1-f5','prey',7,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(63,8,'action','end','prey',8,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,1,'action','@d1','white',1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,2,'action','@a8','black',2,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,3,'action','@e1','white',3,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,4,'action','@f8','black',4,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,5,'action','e1-e3','white',5,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,6,'action','@g8','black',6,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,7,'action','e3-e4','white',7,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,8,'action','a8-a7','black',8,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,9,'action','d1-d2','white',9,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,10,'action','f8-f7','black',10,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,11,'action','d2-d3','white',11,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,12,'action','@b8','black',12,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,13,'action','d3-d4','white',13,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,14,'action','@e8','black',14,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,15,'action','d4-d5','white',15,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,16,'action','b8-b6','black',16,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,17,'action','@d1','white',17,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,18,'action','g8-g6','black',18,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,19,'action','d5-d6','white',19,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,20,'action','e8-e6','black',20,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,21,'action','d6xe7','white',21,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,22,'action','@d8','black',22,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(64,23,'action','e7-e8','white',23,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "entry" VALUES(65,1,'admin-aborted','2119787819827200011','white',0,'2031-01-14 11:00:00.000000+00:00');
CREATE TABLE fact (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_fact PRIMARY KEY ("key")
)
 WITHOUT ROWID

;
INSERT INTO "fact" VALUES('alive at','2031-01-14 11:41:00.000000+00:00');
INSERT INTO "fact" VALUES('registered commands','ea6a81b9cd5787f9f43272d13848197c304e5ca3be102b61c0d85100b6d199a3');
INSERT INTO "fact" VALUES('tidied at','2031-01-06T12:00:00+00:00');
CREATE TABLE forgetting (
	user_id BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	CONSTRAINT pk_forgetting PRIMARY KEY (user_id)
)
 WITHOUT ROWID

;
CREATE TABLE gone (
	guild_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	CONSTRAINT pk_gone PRIMARY KEY (guild_id, user_id)
)
 WITHOUT ROWID

;
CREATE TABLE guild_setting (
	guild_id BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_guild_setting PRIMARY KEY (guild_id, "key")
)
 WITHOUT ROWID

;
INSERT INTO "guild_setting" VALUES(2119787819827200002,'results','2119787819827200005');
INSERT INTO "guild_setting" VALUES(2119787819827200002,'weekly','2119787819827200005');
CREATE TABLE hint (
	match_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	used INTEGER NOT NULL, 
	CONSTRAINT pk_hint PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_hint_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
CREATE TABLE identify_slot (
	bucket INTEGER NOT NULL, 
	free_at TEXT NOT NULL, 
	CONSTRAINT pk_identify_slot PRIMARY KEY (bucket)
)
 WITHOUT ROWID

;
CREATE TABLE imported (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	user_id BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	at TEXT NOT NULL
);
INSERT INTO "imported" VALUES(1,2119787819827200008,'[Record "1"]
[Game "cannons-and-crabs"]
[Rules "1"]
[Options "board=7x6"]
[First "white"]
[Result "white"]
[Reason "checkmate"]

 1. white  f2-f3      ; crab f2 to f3
 2. black  e6-e4      ; cannon e6 to e4
 3. white  f3xe4      ; crab f3 takes cannon e4
 4. black  f6xe4      ; knight f6 takes crab e4
 5. white  b1-c3      ; knight b1 to c3
 6. black  c6-c4      ; cannon c6 to c4
 7. white  c3xe4      ; knight c3 takes knight e4
 8. black  c4xe4      ; cannon c4 takes knight e4
 9. white  b2-a3      ; crab b2 to a3
10. black  f5-g4      ; crab f5 to g4
11. white  a3-a4      ; crab a3 to a4
12. black  d6-c6      ; king d6 to c6
13. white  d2-e3      ; crab d2 to e3
14. black  b6-c4      ; knight b6 to c4
15. white  a4xb5      ; crab a4 takes crab b5
16. black  c6-d6      ; king c6 to d6
17. white  b5xa6=M    ; crab b5 takes rook a6 and becomes a marshall
18. black  c4-b6      ; knight c4 to b6
19. white  c1-a3      ; cannon c1 to a3
20. black  e4-d3      ; cannon e4 to d3
21. white  f1-d2      ; knight f1 to d2
22. black  d3-c3      ; cannon d3 to c3
23. white  a6xb6      ; marshall a6 takes knight b6
','2031-01-14 11:01:00.000000+00:00');
INSERT INTO "imported" VALUES(2,2119787819827200008,'[Record "1"]
[Game "cannons-and-crabs"]
[Rules "1"]
[Options "board=7x6"]
[First "white"]
[Result "white"]
[Reason "checkmate"]

 1. white  f2-f3      ; crab f2 to f3
 2. black  e6-e4      ; cannon e6 to e4
 3. white  f3xe4      ; crab f3 takes cannon e4
 4. black  f6xe4      ; knight f6 takes crab e4
 5. white  b1-c3      ; knight b1 to c3
 6. black  c6-c4      ; cannon c6 to c4
 7. white  c3xe4      ; knight c3 takes knight e4
 8. black  c4xe4      ; cannon c4 takes knight e4
 9. white  b2-a3      ; crab b2 to a3
10. black  f5-g4      ; crab f5 to g4
11. white  a3-a4      ; crab a3 to a4
12. black  d6-c6      ; king d6 to c6
13. white  d2-e3      ; crab d2 to e3
14. black  b6-c4      ; knight b6 to c4
15. white  a4xb5      ; crab a4 takes crab b5
16. black  c6-d6      ; king c6 to d6
17. white  b5xa6=M    ; crab b5 takes rook a6 and becomes a marshall
18. black  c4-b6      ; knight c4 to b6
19. white  c1-a3      ; cannon c1 to a3
20. black  e4-d3      ; cannon e4 to d3
21. white  f1-d2      ; knight f1 to d2
22. black  d3-c3      ; cannon d3 to c3
23. white  a6xb6      ; marshall a6 takes knight b6
','2031-01-14 11:01:00.000000+00:00');
INSERT INTO "imported" VALUES(3,2119787819827200008,'[Record "1"]
[Game "cannons-and-crabs"]
[Rules "1"]
[Options "board=7x6"]
[First "white"]
[Result "white"]
[Reason "checkmate"]

 1. white  f2-f3      ; crab f2 to f3
 2. black  e6-e4      ; cannon e6 to e4
 3. white  f3xe4      ; crab f3 takes cannon e4
 4. black  f6xe4      ; knight f6 takes crab e4
 5. white  b1-c3      ; knight b1 to c3
 6. black  c6-c4      ; cannon c6 to c4
 7. white  c3xe4      ; knight c3 takes knight e4
 8. black  c4xe4      ; cannon c4 takes knight e4
 9. white  b2-a3      ; crab b2 to a3
10. black  f5-g4      ; crab f5 to g4
11. white  a3-a4      ; crab a3 to a4
12. black  d6-c6      ; king d6 to c6
13. white  d2-e3      ; crab d2 to e3
14. black  b6-c4      ; knight b6 to c4
15. white  a4xb5      ; crab a4 takes crab b5
16. black  c6-d6      ; king c6 to d6
17. white  b5xa6=M    ; crab b5 takes rook a6 and becomes a marshall
18. black  c4-b6      ; knight c4 to b6
19. white  c1-a3      ; cannon c1 to a3
20. black  e4-d3      ; cannon e4 to d3
21. white  f1-d2      ; knight f1 to d2
22. black  d3-c3      ; cannon d3 to c3
23. white  a6xb6      ; marshall a6 takes knight b6
','2031-01-14 11:01:00.000000+00:00');
INSERT INTO "imported" VALUES(4,2119787819827200008,'[Record "1"]
[Game "cannons-and-crabs"]
[Rules "1"]
[Options "board=7x6"]
[First "white"]
[Result "white"]
[Reason "checkmate"]

 1. white  f2-f3      ; crab f2 to f3
 2. black  e6-e4      ; cannon e6 to e4
 3. white  f3xe4      ; crab f3 takes cannon e4
 4. black  f6xe4      ; knight f6 takes crab e4
 5. white  b1-c3      ; knight b1 to c3
 6. black  c6-c4      ; cannon c6 to c4
 7. white  c3xe4      ; knight c3 takes knight e4
 8. black  c4xe4      ; cannon c4 takes knight e4
 9. white  b2-a3      ; crab b2 to a3
10. black  f5-g4      ; crab f5 to g4
11. white  a3-a4      ; crab a3 to a4
12. black  d6-c6      ; king d6 to c6
13. white  d2-e3      ; crab d2 to e3
14. black  b6-c4      ; knight b6 to c4
15. white  a4xb5      ; crab a4 takes crab b5
16. black  c6-d6      ; king c6 to d6
17. white  b5xa6=M    ; crab b5 takes rook a6 and becomes a marshall
18. black  c4-b6      ; knight c4 to b6
19. white  c1-a3      ; cannon c1 to a3
20. black  e4-d3      ; cannon e4 to d3
21. white  f1-d2      ; knight f1 to d2
22. black  d3-c3      ; cannon d3 to c3
23. white  a6xb6      ; marshall a6 takes knight b6
','2031-01-14 11:01:00.000000+00:00');
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
	stage TEXT NOT NULL, takebacks BOOLEAN DEFAULT 1 NOT NULL, direct BOOLEAN DEFAULT 0 NOT NULL, pace TEXT DEFAULT 'none' NOT NULL, clocks TEXT, pause_start TEXT, pause_end TEXT, result_counts BOOLEAN DEFAULT 1 NOT NULL, stakes TEXT DEFAULT 'friendly' NOT NULL, challenger_to_act BOOLEAN, opponent_to_act BOOLEAN, weekends_off BOOLEAN DEFAULT 0 NOT NULL, set_part INTEGER DEFAULT '0' NOT NULL, start TEXT, requirements TEXT, ladder INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT fk_match_rematch_of FOREIGN KEY(rematch_of) REFERENCES "match" (id), 
	CONSTRAINT fk_match_rematch FOREIGN KEY(rematch) REFERENCES "match" (id)
);
INSERT INTO "match" VALUES(1,19,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','higher-score',NULL,NULL,19,2119787819827200038,2119787819827200038,2119787819827200111,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":16,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":16,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(2,18,'finished','prudh',1,'{"edge":"tika"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','dark','higher-score',NULL,NULL,18,2119787819827200116,2119787819827200116,2119787819827200185,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"dark","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":15,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":15,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(3,10,'finished','cannons-and-crabs',1,'{"board":"7x7"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'white','black','checkmate',NULL,NULL,10,2119787819827200190,2119787819827200190,2119787819827200227,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"black","since":"2031-01-06 12:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":7,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":7,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(4,25,'finished','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'white','white','rank-8',NULL,NULL,25,2119787819827200232,2119787819827200232,2119787819827200327,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-06 12:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":22,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":22,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(5,9,'finished','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'predator','prey','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'predator','predator','extinction',NULL,NULL,9,2119787819827200332,2119787819827200332,2119787819827200363,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"predator","since":"2031-01-06 12:00:00.000000+00:00","sides":{"predator":{"left":259200000000,"allowed":259200000000,"term":6,"rest":259200000000,"again":0},"prey":{"left":259200000000,"allowed":259200000000,"term":6,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(6,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200010,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200368,2119787819827200368,2119787819827200393,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(7,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200011,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200398,2119787819827200398,2119787819827200423,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(8,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200009,2119787819827200010,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200428,2119787819827200428,2119787819827200453,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(9,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200009,2119787819827200011,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200458,2119787819827200458,2119787819827200483,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(10,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200010,2119787819827200008,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200488,2119787819827200488,2119787819827200513,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(11,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200010,2119787819827200009,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200518,2119787819827200518,2119787819827200543,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(12,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200010,2119787819827200011,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200548,2119787819827200548,2119787819827200573,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(13,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200578,2119787819827200578,2119787819827200603,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(14,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200009,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200608,2119787819827200608,2119787819827200633,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(15,7,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200010,'light','dark','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00','2031-01-06 12:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,7,2119787819827200638,2119787819827200638,2119787819827200663,'2031-01-06 12:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-06 12:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":4,"rest":259200000000,"again":0}}}',NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(16,5,'playing','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-13 10:00:00.000000+00:00','2031-01-14 11:01:00.000000+00:00',NULL,'2031-01-21 10:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,5,2122294335897600007,2122294335897600007,2122672074915840174,'2031-01-14 11:01:00.000000+00:00','turn:1e3',1,0,'1d','{"pace":"1d","running":"black","since":"2031-01-13 10:00:00.000000+00:00","sides":{"white":{"left":86400000000,"allowed":86400000000,"term":1,"rest":86400000000,"again":0},"black":{"left":86400000000,"allowed":86400000000,"term":1,"rest":null,"again":0}}}',NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(17,3,'playing','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-13 10:00:00.000000+00:00','2031-01-13 10:00:00.000000+00:00',NULL,'2031-01-15 16:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,3,2122294335897600017,2122294335897600017,2122294335897600024,'2031-01-13 10:00:00.000000+00:00','turn:1',1,0,'3d','{"pace":"3d","running":"black","since":"2031-01-13 10:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":1,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":1,"rest":null,"again":0}}}',NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(18,4,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200012,2119787819827200009,'light','dark','2031-01-13 10:00:00.000000+00:00','2031-01-13 10:00:00.000000+00:00',NULL,'2031-01-18 06:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,4,2122294335897600027,2122294335897600027,2122294335897600038,'2031-01-13 10:00:00.000000+00:00','turn:2',1,0,'5d+12h<7d','{"pace":"5d+12h<7d","running":"light","since":"2031-01-13 10:00:00.000000+00:00","sides":{"dark":{"left":475200000000,"allowed":475200000000,"term":2,"rest":432000000000,"again":0},"light":{"left":475200000000,"allowed":475200000000,"term":2,"rest":432000000000,"again":0}}}',NULL,NULL,1,'rated',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(19,2,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-13 10:00:00.000000+00:00','2031-01-13 10:00:00.000000+00:00',NULL,'2031-01-14 22:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,2,2122294335897600041,2122294335897600041,2122294335897600044,'2031-01-13 10:00:00.000000+00:00','turn:0',1,0,'2d','{"pace":"2d","running":"light","since":"2031-01-13 10:00:00.000000+00:00","sides":{"dark":{"left":172800000000,"allowed":172800000000,"term":0,"rest":null,"again":0},"light":{"left":172800000000,"allowed":172800000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(20,1,'challenged','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200010,NULL,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600006,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(21,1,'challenged','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600009,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(22,1,'challenged','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200010,NULL,'light',NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,1,2122671823257600012,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(23,1,'challenged','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600015,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'often',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(24,1,'challenged','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200010,NULL,'white',NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600018,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(25,1,'challenged','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600021,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(26,1,'challenged','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200010,NULL,'white',NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600024,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(27,1,'challenged','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600027,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(28,1,'challenged','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200010,NULL,'predator',NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600030,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(29,1,'challenged','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200011,2119787819827200008,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600033,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(30,1,'challenged','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,NULL,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,2122671823257600036,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'rated',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(31,2,'setup','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-18 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,2,2122671823257600041,2122671823257600041,2122671823257600048,'2031-01-14 11:00:00.000000+00:00','setup',1,0,'3d','{"pace":"5d","running":"setup","since":"2031-01-14 11:00:00.000000+00:00","sides":{"setup":{"left":432000000000,"allowed":432000000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'rated',1,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(32,2,'setup','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-18 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,2,2122671823257600051,2122671823257600051,2122671823257600056,'2031-01-14 11:00:00.000000+00:00','setup',1,0,'3d','{"pace":"5d","running":"setup","since":"2031-01-14 11:00:00.000000+00:00","sides":{"setup":{"left":432000000000,"allowed":432000000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'rated',1,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(33,3,'setup','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-18 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,3,2122671823257600064,2122671823257600064,2122671823257600069,'2031-01-14 11:00:00.000000+00:00','setup',1,0,'3d','{"pace":"5d","running":"setup","since":"2031-01-14 11:00:00.000000+00:00","sides":{"setup":{"left":432000000000,"allowed":432000000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(34,2,'setup','prawns',1,'{"board":"8x8","blind_start":"off","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-18 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,2,2122671823257600076,2122671823257600076,2122671823257600079,'2031-01-14 11:00:00.000000+00:00','setup:0',1,0,'3d','{"pace":"5d","running":"setup","since":"2031-01-14 11:00:00.000000+00:00","sides":{"setup":{"left":432000000000,"allowed":432000000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(35,2,'setup','prawns',1,'{"board":"8x8","blind_start":"off","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-18 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,2,2122671823257600082,2122671823257600082,2122671823257600085,'2031-01-14 11:00:00.000000+00:00','setup:0',1,0,'3d','{"pace":"5d","running":"setup","since":"2031-01-14 11:00:00.000000+00:00","sides":{"setup":{"left":432000000000,"allowed":432000000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(36,4,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,4,2122671823257600089,2122671823257600089,2122671823257600103,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(37,6,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,6,2122671823257600123,2122671823257600123,2122671823257600145,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(38,6,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,6,2122671823257600163,2122671823257600163,2122671823257600185,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(39,8,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,8,2122671823257600190,2122671823257600190,2122671823257600219,'2031-01-14 11:00:00.000000+00:00','turn:2e4',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}','2031-01-14 11:00:00.000000+00:00','2031-01-21 11:00:00.000000+00:00',1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(40,7,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,7,2122671823257600222,2122671823257600222,2122671823257600248,'2031-01-14 11:00:00.000000+00:00','turn:2e3',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(41,2,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,2,2122671823257600251,2122671823257600251,2122671823257600254,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(42,4,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,4,2122671823257600274,2122671823257600274,2122671823257600285,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(43,4,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,4,2122671823257600303,2122671823257600303,2122671823257600314,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(44,7,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,7,2122671823257600319,2122671823257600319,2122671823257600341,'2031-01-14 11:00:00.000000+00:00','turn:2e5',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}','2031-01-14 11:00:00.000000+00:00','2031-01-21 11:00:00.000000+00:00',1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(45,5,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,5,2122671823257600344,2122671823257600344,2122671823257600359,'2031-01-14 11:00:00.000000+00:00','turn:2e3',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(46,2,'playing','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,2,2122671823257600362,2122671823257600362,2122671823257600365,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'rated',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(47,4,'playing','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,4,2122671823257600383,2122671823257600383,2122671823257600394,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(48,4,'playing','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,4,2122671823257600412,2122671823257600412,2122671823257600423,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(49,5,'playing','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,5,2122671823257600428,2122671823257600428,2122671823257600443,'2031-01-14 11:00:00.000000+00:00','turn:2e3',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(50,2,'playing','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,2,2122671823257600446,2122671823257600446,2122671823257600449,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(51,4,'playing','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,4,2122671823257600469,2122671823257600469,2122671823257600480,'2031-01-14 11:00:00.000000+00:00','turn:2',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(52,5,'playing','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'white',NULL,NULL,NULL,NULL,5,2122671823257600496,2122671823257600496,2122671823257600511,'2031-01-14 11:00:00.000000+00:00','turn:2e3',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(53,2,'playing','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'predator','prey','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'predator',NULL,NULL,NULL,NULL,2,2122671823257600514,2122671823257600514,2122671823257600517,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"predator","since":"2031-01-14 11:00:00.000000+00:00","sides":{"predator":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"prey":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'rated',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(54,5,'playing','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'predator','prey','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'predator',NULL,NULL,NULL,NULL,5,2122671823257600537,2122671823257600537,2122671823257600548,'2031-01-14 11:00:00.000000+00:00','turn:8',1,0,'3d','{"pace":"3d","running":"predator","since":"2031-01-14 11:00:00.000000+00:00","sides":{"predator":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"prey":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(55,4,'playing','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'predator','prey','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'predator',NULL,NULL,NULL,NULL,4,2122671823257600584,2122671823257600584,2122671823257600595,'2031-01-14 11:00:00.000000+00:00','turn:8',1,0,'3d','{"pace":"3d","running":"predator","since":"2031-01-14 11:00:00.000000+00:00","sides":{"predator":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"prey":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(56,104,'playing','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00','heads','tails','green',NULL,NULL,NULL,NULL,104,2122671823257600600,2122671823257600600,2122671823257601014,'2031-01-14 11:00:00.000000+00:00','turn:100',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":100,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":100,"rest":259200000000,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(57,8,'finished','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'green','blue','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'heads','tails','green','green','resigned',NULL,58,8,2122671823257601019,2122671823257601019,2122671823257601049,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"green","since":"2031-01-14 11:00:00.000000+00:00","sides":{"green":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"blue":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(58,1,'challenged','prawns',1,'{"board":"8x8","blind_start":"on","revival":"on"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,NULL,NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,57,NULL,1,2122671823257601053,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(59,5,'finished','prudh',1,'{"edge":"ordinary"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'light','light','resigned',NULL,NULL,5,2122671823257601057,2122671823257601057,2122671823257601081,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(60,5,'finished','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'white','white','resigned',NULL,NULL,5,2122671823257601086,2122671823257601086,2122671823257601105,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(61,6,'finished','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'white','white','resigned',NULL,62,6,2122671823257601110,2122671823257601110,2122671823257601129,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(62,1,'challenged','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'black',NULL,'2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-21 11:00:00.000000+00:00',NULL,NULL,NULL,NULL,NULL,61,NULL,1,2122671823257601133,NULL,NULL,NULL,'',1,0,'3d',NULL,NULL,NULL,1,'friendly',0,1,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(63,5,'finished','predation',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'predator','prey','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'predator','predator','resigned',NULL,NULL,5,2122671823257601137,2122671823257601137,2122671823257601156,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"predator","since":"2031-01-14 11:00:00.000000+00:00","sides":{"predator":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0},"prey":{"left":259200000000,"allowed":259200000000,"term":2,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(64,25,'finished','pjawns',1,'{}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'white','white','rank-8',NULL,NULL,25,2122671823257601161,2122671823257601161,2122671823257601256,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":22,"rest":259200000000,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":22,"rest":259200000000,"again":0}}}',NULL,NULL,1,'friendly',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(65,3,'finished','cannons-and-crabs',1,'{"board":"7x6"}',2119787819827200002,2119787819827200004,2119787819827200008,2119787819827200009,'white','black','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,NULL,NULL,'white',NULL,'aborted',NULL,NULL,3,2122671823257601261,2122671823257601261,2122671823257601269,'2031-01-14 11:00:00.000000+00:00','finished',1,0,'3d','{"pace":"3d","running":"white","since":"2031-01-14 11:00:00.000000+00:00","sides":{"white":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"black":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,0,'often',0,0,0,0,NULL,NULL,0);
INSERT INTO "match" VALUES(66,2,'playing','prudh',1,'{"edge":"ordinary"}',2119787819827200013,2119787819827200015,2119787819827200008,2119787819827200009,'light','dark','2031-01-14 11:00:00.000000+00:00','2031-01-14 11:00:00.000000+00:00',NULL,'2031-01-16 17:00:00.000000+00:00',NULL,NULL,'light',NULL,NULL,NULL,NULL,2,2122671823257601272,2122671823257601272,2122671823257601275,'2031-01-14 11:00:00.000000+00:00','turn:0',1,0,'3d','{"pace":"3d","running":"light","since":"2031-01-14 11:00:00.000000+00:00","sides":{"dark":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0},"light":{"left":259200000000,"allowed":259200000000,"term":0,"rest":null,"again":0}}}',NULL,NULL,1,'often',1,0,0,0,NULL,NULL,0);
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
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200009,'cannons-and-crabs',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200009,'pjawns',3,3,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200009,'prawns',1,1,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200009,'predation',2,2,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200009,'prudh',3,2,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200010,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200008,2119787819827200011,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200008,'cannons-and-crabs',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200008,'pjawns',3,0,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200008,'prawns',1,0,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200008,'predation',2,0,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200008,'prudh',3,1,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200010,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200009,2119787819827200011,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200010,2119787819827200008,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200010,2119787819827200009,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200010,2119787819827200011,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200011,2119787819827200008,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200011,2119787819827200009,'prudh',2,1,0);
INSERT INTO "meeting" VALUES(2119787819827200011,2119787819827200010,'prudh',2,1,0);
CREATE TABLE migration (
	revision TEXT NOT NULL, 
	name TEXT NOT NULL, 
	at TEXT NOT NULL, suits TEXT, 
	CONSTRAINT pk_migration PRIMARY KEY (revision)
);
INSERT INTO "migration" VALUES('0001','v0001_matches','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0002','v0002_notes_and_preferences','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0003','v0003_time','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0004','v0004_community','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0005','v0005_records_and_rights','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0006','v0006_who_picked','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0007','v0007_to_act','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0008','v0008_weights_and_lists','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0009','v0009_chores','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0010','v0010_weekends_mutes_idle','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0011','v0011_hints','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0012','v0012_reviews','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0013','v0013_sets_and_practice','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0014','v0014_shards','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0015','v0015_older_bots','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0016','v0016_requirements','2031-01-01 00:00:00.000000+00:00',NULL);
INSERT INTO "migration" VALUES('0017','v0017_ladders','2031-01-01 00:00:00.000000+00:00',NULL);
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
CREATE TABLE note (
	match_id BIGINT NOT NULL, 
	user_id BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_note PRIMARY KEY (match_id, user_id), 
	CONSTRAINT fk_note_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
INSERT INTO "note" VALUES(17,2119787819827200008,'Watch **b3**');
INSERT INTO "note" VALUES(39,2119787819827200008,'Watch **b3**');
INSERT INTO "note" VALUES(45,2119787819827200008,'Watch **b3**');
INSERT INTO "note" VALUES(51,2119787819827200008,'Watch **b3**');
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
INSERT INTO "notice" VALUES(2,1,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200113);
INSERT INTO "notice" VALUES(3,2,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200187);
INSERT INTO "notice" VALUES(4,3,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200229);
INSERT INTO "notice" VALUES(5,4,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200329);
INSERT INTO "notice" VALUES(6,5,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200365);
INSERT INTO "notice" VALUES(7,6,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200395);
INSERT INTO "notice" VALUES(8,7,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200425);
INSERT INTO "notice" VALUES(9,8,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200455);
INSERT INTO "notice" VALUES(10,9,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200485);
INSERT INTO "notice" VALUES(11,10,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200515);
INSERT INTO "notice" VALUES(12,11,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200545);
INSERT INTO "notice" VALUES(13,12,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200575);
INSERT INTO "notice" VALUES(14,13,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200605);
INSERT INTO "notice" VALUES(15,14,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200635);
INSERT INTO "notice" VALUES(16,15,0,'result','results','result','2031-01-06 12:00:00.000000+00:00',NULL,'sent',2119787819827200005,2119787819827200665);
INSERT INTO "notice" VALUES(17,0,0,'weekly','results','weekly:2119787819827200002:2031-01-20','2031-01-20 09:00:00.000000+00:00',NULL,'due',NULL,NULL);
INSERT INTO "notice" VALUES(19,19,2119787819827200008,'later','home','turn:0+01131300','2031-01-13 13:00:00.000000+00:00',NULL,'sent',2122294335897600041,2122369833369600000);
INSERT INTO "notice" VALUES(20,0,2119787819827200012,'digest','direct','digest:2031-01-15','2031-01-15 08:00:00.000000+00:00',NULL,'due',NULL,NULL);
INSERT INTO "notice" VALUES(21,31,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(22,31,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(23,32,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(24,32,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(25,33,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(26,33,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(27,36,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(28,36,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(29,37,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(30,37,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(31,38,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(32,38,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(33,39,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(34,39,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(35,40,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(36,40,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(37,56,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(38,56,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(39,57,2119787819827200008,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(40,57,2119787819827200009,'pick','direct','pick','2031-01-14 11:00:00.000000+00:00',NULL,'sent',NULL,NULL);
INSERT INTO "notice" VALUES(41,57,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601051);
INSERT INTO "notice" VALUES(42,59,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601083);
INSERT INTO "notice" VALUES(43,60,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601107);
INSERT INTO "notice" VALUES(44,61,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601131);
INSERT INTO "notice" VALUES(45,63,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601158);
INSERT INTO "notice" VALUES(46,64,0,'result','results','result','2031-01-14 11:00:00.000000+00:00',NULL,'sent',2119787819827200005,2122671823257601258);
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
INSERT INTO "opening" VALUES(2119787819827200008,'cannons-and-crabs','white','b1-a3',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'cannons-and-crabs','white','b2-a3 e1-c3',1,0);
INSERT INTO "opening" VALUES(2119787819827200008,'pjawns','white','@d1',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'pjawns','white','@d1 @e1',2,2);
INSERT INTO "opening" VALUES(2119787819827200008,'prawns','green','d1-d3',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'predation','predator','d13-b9 b13-d8 end',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'predation','predator','d13-b9 b13-d8 end d8xf5+e4 b9xd5 end',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'prudh','dark','c1-b2 b6-c5',2,0);
INSERT INTO "opening" VALUES(2119787819827200008,'prudh','light','b5-a6',1,1);
INSERT INTO "opening" VALUES(2119787819827200008,'prudh','light','b5-a6 a6>a4',3,3);
INSERT INTO "opening" VALUES(2119787819827200008,'prudh','light','e4-f3 f3>f5',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'cannons-and-crabs','black','e6-e4',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'cannons-and-crabs','black','e7-c5 f6-f5',1,1);
INSERT INTO "opening" VALUES(2119787819827200009,'pjawns','black','@a8',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'pjawns','black','@a8 @f8',2,0);
INSERT INTO "opening" VALUES(2119787819827200009,'prawns','blue','e8-e6',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'predation','prey','g1-d5 d1-e2 e1-e4 c1-f5 end',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'predation','prey','g1-d5 d1-e2 e1-e4 c1-f5 end e2-f4 end',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'prudh','dark','c1-b2',1,0);
INSERT INTO "opening" VALUES(2119787819827200009,'prudh','dark','c1-b2 b6-c5',3,0);
INSERT INTO "opening" VALUES(2119787819827200009,'prudh','dark','d6-e5 e5>c5',1,1);
INSERT INTO "opening" VALUES(2119787819827200009,'prudh','light','b5-a6 a6>a4',2,2);
INSERT INTO "opening" VALUES(2119787819827200010,'prudh','dark','c1-b2 b6-c5',3,0);
INSERT INTO "opening" VALUES(2119787819827200010,'prudh','light','b5-a6 a6>a4',3,3);
INSERT INTO "opening" VALUES(2119787819827200011,'prudh','dark','c1-b2 b6-c5',3,0);
INSERT INTO "opening" VALUES(2119787819827200011,'prudh','light','b5-a6 a6>a4',3,3);
CREATE TABLE pick (
	match_id BIGINT NOT NULL, 
	side TEXT NOT NULL, 
	choices TEXT NOT NULL, user_id BIGINT, 
	CONSTRAINT pk_pick PRIMARY KEY (match_id, side), 
	CONSTRAINT fk_pick_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
INSERT INTO "pick" VALUES(33,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(36,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(36,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(37,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(37,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(38,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(38,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(39,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(39,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(40,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(40,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(56,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(56,'green','["shrimp","crab"]',2119787819827200008);
INSERT INTO "pick" VALUES(57,'blue','["shrimp","crab"]',2119787819827200009);
INSERT INTO "pick" VALUES(57,'green','["shrimp","crab"]',2119787819827200008);
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
CREATE TABLE preference (
	user_id BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_preference PRIMARY KEY (user_id, "key")
)
 WITHOUT ROWID

;
INSERT INTO "preference" VALUES(2119787819827200012,'digest','09:00');
INSERT INTO "preference" VALUES(2119787819827200012,'quiet','23:00-07:00');
INSERT INTO "preference" VALUES(2119787819827200012,'zone','Europe/Berlin');
CREATE TABLE rated_start (
	match_id BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	low_id BIGINT NOT NULL, 
	high_id BIGINT NOT NULL, 
	at TEXT NOT NULL, weight DOUBLE DEFAULT '1' NOT NULL, 
	CONSTRAINT pk_rated_start PRIMARY KEY (match_id), 
	CONSTRAINT fk_rated_start_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
INSERT INTO "rated_start" VALUES(1,'prudh',2119787819827200008,2119787819827200009,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(2,'prudh',2119787819827200008,2119787819827200009,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(3,'cannons-and-crabs',2119787819827200008,2119787819827200009,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(5,'predation',2119787819827200008,2119787819827200009,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(6,'prudh',2119787819827200008,2119787819827200010,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(7,'prudh',2119787819827200008,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(8,'prudh',2119787819827200009,2119787819827200010,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(9,'prudh',2119787819827200009,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(10,'prudh',2119787819827200008,2119787819827200010,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(11,'prudh',2119787819827200009,2119787819827200010,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(12,'prudh',2119787819827200010,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(13,'prudh',2119787819827200008,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(14,'prudh',2119787819827200009,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(15,'prudh',2119787819827200010,2119787819827200011,'2031-01-06 12:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(16,'cannons-and-crabs',2119787819827200008,2119787819827200009,'2031-01-13 10:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(17,'pjawns',2119787819827200008,2119787819827200009,'2031-01-13 10:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(18,'prudh',2119787819827200009,2119787819827200012,'2031-01-13 10:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(31,'prawns',2119787819827200008,2119787819827200009,'2031-01-14 11:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(32,'prawns',2119787819827200008,2119787819827200009,'2031-01-14 11:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(46,'pjawns',2119787819827200008,2119787819827200009,'2031-01-14 11:00:00.000000+00:00',1.0);
INSERT INTO "rated_start" VALUES(53,'predation',2119787819827200008,2119787819827200009,'2031-01-14 11:00:00.000000+00:00',1.0);
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
INSERT INTO "rating_point" VALUES(2119787819827200008,'cannons-and-crabs',741448,1337.689106,290.318964,0.059999675);
INSERT INTO "rating_point" VALUES(2119787819827200008,'predation',741448,1662.310894,290.318964,0.059999675);
INSERT INTO "rating_point" VALUES(2119787819827200008,'prudh',741448,1500.0,181.348785,0.059997569);
INSERT INTO "rating_point" VALUES(2119787819827200009,'cannons-and-crabs',741448,1662.310894,290.318964,0.059999675);
INSERT INTO "rating_point" VALUES(2119787819827200009,'predation',741448,1337.689106,290.318964,0.059999675);
INSERT INTO "rating_point" VALUES(2119787819827200009,'prudh',741448,1500.0,181.348785,0.059997569);
INSERT INTO "rating_point" VALUES(2119787819827200010,'prudh',741448,1500.0,181.348785,0.059997569);
INSERT INTO "rating_point" VALUES(2119787819827200011,'prudh',741448,1500.0,181.348785,0.059997569);
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
CREATE TABLE review (
	match_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_review PRIMARY KEY (match_id), 
	CONSTRAINT fk_review_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
)
 WITHOUT ROWID

;
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
	"after" INTEGER, weight DOUBLE DEFAULT '1' NOT NULL, fast BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_score PRIMARY KEY (id), 
	CONSTRAINT fk_score_match_id FOREIGN KEY(match_id) REFERENCES "match" (id), 
	CONSTRAINT uq_score_match_id_user_id UNIQUE (match_id, user_id)
);
INSERT INTO "score" VALUES(1,1,2119787819827200009,2119787819827200008,'prudh',2119787819827200002,'dark',0,'higher-score','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(2,1,2119787819827200008,2119787819827200009,'prudh',2119787819827200002,'light',2,'higher-score','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1500,1662,1.0,0);
INSERT INTO "score" VALUES(3,2,2119787819827200009,2119787819827200008,'prudh',2119787819827200002,'dark',2,'higher-score','2031-01-06 12:00:00.000000+00:00',1,741448,'d6-e5 e5>c5',1500.0,350.0,1338,1500,1.0,0);
INSERT INTO "score" VALUES(4,2,2119787819827200008,2119787819827200009,'prudh',2119787819827200002,'light',0,'higher-score','2031-01-06 12:00:00.000000+00:00',1,741448,'e4-f3 f3>f5',1500.0,350.0,1662,1500,1.0,0);
INSERT INTO "score" VALUES(5,3,2119787819827200009,2119787819827200008,'cannons-and-crabs',2119787819827200002,'black',2,'checkmate','2031-01-06 12:00:00.000000+00:00',1,741448,'e7-c5 f6-f5',1500.0,350.0,1500,1662,1.0,0);
INSERT INTO "score" VALUES(6,3,2119787819827200008,2119787819827200009,'cannons-and-crabs',2119787819827200002,'white',0,'checkmate','2031-01-06 12:00:00.000000+00:00',1,741448,'b2-a3 e1-c3',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(7,4,2119787819827200009,2119787819827200008,'pjawns',2119787819827200002,'black',0,'rank-8','2031-01-06 12:00:00.000000+00:00',0,741448,'@a8 @f8',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(8,4,2119787819827200008,2119787819827200009,'pjawns',2119787819827200002,'white',2,'rank-8','2031-01-06 12:00:00.000000+00:00',0,741448,'@d1 @e1',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(9,5,2119787819827200008,2119787819827200009,'predation',2119787819827200002,'predator',2,'extinction','2031-01-06 12:00:00.000000+00:00',1,741448,'d13-b9 b13-d8 end d8xf5+e4 b9xd5 end',1500.0,350.0,1500,1662,1.0,0);
INSERT INTO "score" VALUES(10,5,2119787819827200009,2119787819827200008,'predation',2119787819827200002,'prey',0,'extinction','2031-01-06 12:00:00.000000+00:00',1,741448,'g1-d5 d1-e2 e1-e4 c1-f5 end e2-f4 end',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(11,6,2119787819827200010,2119787819827200008,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(12,6,2119787819827200008,2119787819827200010,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1500,1600,1.0,0);
INSERT INTO "score" VALUES(13,7,2119787819827200011,2119787819827200008,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1500,1338,1.0,0);
INSERT INTO "score" VALUES(14,7,2119787819827200008,2119787819827200011,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1600,1668,1.0,0);
INSERT INTO "score" VALUES(15,8,2119787819827200010,2119787819827200009,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1338,1253,1.0,0);
INSERT INTO "score" VALUES(16,8,2119787819827200009,2119787819827200010,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1500,1600,1.0,0);
INSERT INTO "score" VALUES(17,9,2119787819827200011,2119787819827200009,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1338,1253,1.0,0);
INSERT INTO "score" VALUES(18,9,2119787819827200009,2119787819827200011,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1600,1668,1.0,0);
INSERT INTO "score" VALUES(19,10,2119787819827200008,2119787819827200010,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1668,1572,1.0,0);
INSERT INTO "score" VALUES(20,10,2119787819827200010,2119787819827200008,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1253,1400,1.0,0);
INSERT INTO "score" VALUES(21,11,2119787819827200009,2119787819827200010,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1668,1572,1.0,0);
INSERT INTO "score" VALUES(22,11,2119787819827200010,2119787819827200009,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1400,1500,1.0,0);
INSERT INTO "score" VALUES(23,12,2119787819827200011,2119787819827200010,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1253,1200,1.0,0);
INSERT INTO "score" VALUES(24,12,2119787819827200010,2119787819827200011,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1500,1572,1.0,0);
INSERT INTO "score" VALUES(25,13,2119787819827200008,2119787819827200011,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1572,1500,1.0,0);
INSERT INTO "score" VALUES(26,13,2119787819827200011,2119787819827200008,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1200,1332,1.0,0);
INSERT INTO "score" VALUES(27,14,2119787819827200009,2119787819827200011,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1572,1500,1.0,0);
INSERT INTO "score" VALUES(28,14,2119787819827200011,2119787819827200009,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1332,1428,1.0,0);
INSERT INTO "score" VALUES(29,15,2119787819827200010,2119787819827200011,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'c1-b2 b6-c5',1500.0,350.0,1572,1500,1.0,0);
INSERT INTO "score" VALUES(30,15,2119787819827200011,2119787819827200010,'prudh',2119787819827200002,'light',2,'resigned','2031-01-06 12:00:00.000000+00:00',1,741448,'b5-a6 a6>a4',1500.0,350.0,1428,1500,1.0,0);
INSERT INTO "score" VALUES(31,57,2119787819827200009,2119787819827200008,'prawns',2119787819827200002,'blue',0,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'e8-e6',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(32,57,2119787819827200008,2119787819827200009,'prawns',2119787819827200002,'green',2,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'d1-d3',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(33,59,2119787819827200009,2119787819827200008,'prudh',2119787819827200002,'dark',0,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'c1-b2',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(34,59,2119787819827200008,2119787819827200009,'prudh',2119787819827200002,'light',2,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'b5-a6',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(35,60,2119787819827200009,2119787819827200008,'pjawns',2119787819827200002,'black',0,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'@a8',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(36,60,2119787819827200008,2119787819827200009,'pjawns',2119787819827200002,'white',2,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'@d1',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(37,61,2119787819827200009,2119787819827200008,'cannons-and-crabs',2119787819827200002,'black',0,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'e6-e4',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(38,61,2119787819827200008,2119787819827200009,'cannons-and-crabs',2119787819827200002,'white',2,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'b1-a3',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(39,63,2119787819827200008,2119787819827200009,'predation',2119787819827200002,'predator',2,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'d13-b9 b13-d8 end',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(40,63,2119787819827200009,2119787819827200008,'predation',2119787819827200002,'prey',0,'resigned','2031-01-14 11:00:00.000000+00:00',0,741456,'g1-d5 d1-e2 e1-e4 c1-f5 end',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(41,64,2119787819827200009,2119787819827200008,'pjawns',2119787819827200002,'black',0,'rank-8','2031-01-14 11:00:00.000000+00:00',0,741456,'@a8 @f8',NULL,NULL,NULL,NULL,1.0,0);
INSERT INTO "score" VALUES(42,64,2119787819827200008,2119787819827200009,'pjawns',2119787819827200002,'white',2,'rank-8','2031-01-14 11:00:00.000000+00:00',0,741456,'@d1 @e1',NULL,NULL,NULL,NULL,1.0,0);
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
INSERT INTO "season_end" VALUES(2119787819827200002,'2031-01',741473,0,NULL);
INSERT INTO "season_end" VALUES(2119787819827200002,'2031-Q1',741532,0,NULL);
CREATE TABLE shard_lease (
	shard_count INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	owner TEXT NOT NULL, 
	until TEXT NOT NULL, 
	CONSTRAINT pk_shard_lease PRIMARY KEY (shard_count, shard)
)
 WITHOUT ROWID

;
CREATE TABLE shard_life (
	shard_count INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	alive_at TEXT NOT NULL, 
	CONSTRAINT pk_shard_life PRIMARY KEY (shard_count, shard)
)
 WITHOUT ROWID

;
CREATE TABLE shard_stop (
	shard_count INTEGER NOT NULL, 
	shard INTEGER NOT NULL, 
	start_at TEXT NOT NULL, 
	end_at TEXT NOT NULL, 
	CONSTRAINT pk_shard_stop PRIMARY KEY (shard_count, shard, start_at)
)
 WITHOUT ROWID

;
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
INSERT INTO "share" VALUES('3DCAPF',59,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "share" VALUES('B2NQNY',65,'2031-01-14 11:01:00.000000+00:00');
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
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','2031-01',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','2031-01',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','2031-Q1',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'cannons-and-crabs','2031-Q1',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','2031-01',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','2031-01',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','2031-Q1',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'predation','2031-Q1',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-01',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-01',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-01',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-01',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-Q1',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-Q1',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-Q1',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(0,'prudh','2031-Q1',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','2031-01',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','2031-01',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','2031-Q1',2119787819827200008,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'cannons-and-crabs','2031-Q1',2119787819827200009,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','2031-01',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','2031-01',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','2031-Q1',2119787819827200008,1662,1662.310894,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'predation','2031-Q1',2119787819827200009,1338,1337.689106,290.318964,0.059999675,741448,1,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-01',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-01',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-01',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-01',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-Q1',2119787819827200008,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-Q1',2119787819827200009,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-Q1',2119787819827200010,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
INSERT INTO "standing" VALUES(2119787819827200002,'prudh','2031-Q1',2119787819827200011,1500,1500.0,181.348785,0.059997569,741448,6,741448,1);
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
INSERT INTO "tally" VALUES(0,'cannons-and-crabs','black',2,1,0,0,-1,1);
INSERT INTO "tally" VALUES(0,'cannons-and-crabs','white',2,1,0,0,1,1);
INSERT INTO "tally" VALUES(0,'pjawns','black',3,0,0,0,-3,0);
INSERT INTO "tally" VALUES(0,'pjawns','white',3,3,0,0,3,3);
INSERT INTO "tally" VALUES(0,'prawns','blue',1,0,0,0,-1,0);
INSERT INTO "tally" VALUES(0,'prawns','green',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(0,'predation','predator',2,2,0,0,2,2);
INSERT INTO "tally" VALUES(0,'predation','prey',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(0,'prudh','dark',13,1,0,0,-11,1);
INSERT INTO "tally" VALUES(0,'prudh','light',13,12,0,0,11,11);
INSERT INTO "tally" VALUES(2119787819827200008,'cannons-and-crabs','',2,1,0,0,1,1);
INSERT INTO "tally" VALUES(2119787819827200008,'cannons-and-crabs','white',2,1,0,0,1,1);
INSERT INTO "tally" VALUES(2119787819827200008,'pjawns','',3,3,0,0,3,3);
INSERT INTO "tally" VALUES(2119787819827200008,'pjawns','white',3,3,0,0,3,3);
INSERT INTO "tally" VALUES(2119787819827200008,'prawns','',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(2119787819827200008,'prawns','green',1,1,0,0,1,1);
INSERT INTO "tally" VALUES(2119787819827200008,'predation','',2,2,0,0,2,2);
INSERT INTO "tally" VALUES(2119787819827200008,'predation','predator',2,2,0,0,2,2);
INSERT INTO "tally" VALUES(2119787819827200008,'prudh','',7,4,0,0,1,2);
INSERT INTO "tally" VALUES(2119787819827200008,'prudh','dark',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(2119787819827200008,'prudh','light',5,4,0,0,3,3);
INSERT INTO "tally" VALUES(2119787819827200009,'cannons-and-crabs','',2,1,0,0,-1,1);
INSERT INTO "tally" VALUES(2119787819827200009,'cannons-and-crabs','black',2,1,0,0,-1,1);
INSERT INTO "tally" VALUES(2119787819827200009,'pjawns','',3,0,0,0,-3,0);
INSERT INTO "tally" VALUES(2119787819827200009,'pjawns','black',3,0,0,0,-3,0);
INSERT INTO "tally" VALUES(2119787819827200009,'prawns','',1,0,0,0,-1,0);
INSERT INTO "tally" VALUES(2119787819827200009,'prawns','blue',1,0,0,0,-1,0);
INSERT INTO "tally" VALUES(2119787819827200009,'predation','',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(2119787819827200009,'predation','prey',2,0,0,0,-2,0);
INSERT INTO "tally" VALUES(2119787819827200009,'prudh','',7,3,0,0,-3,3);
INSERT INTO "tally" VALUES(2119787819827200009,'prudh','dark',5,1,0,0,-3,1);
INSERT INTO "tally" VALUES(2119787819827200009,'prudh','light',2,2,0,0,2,2);
INSERT INTO "tally" VALUES(2119787819827200010,'prudh','',6,3,0,0,-1,3);
INSERT INTO "tally" VALUES(2119787819827200010,'prudh','dark',3,0,0,0,-3,0);
INSERT INTO "tally" VALUES(2119787819827200010,'prudh','light',3,3,0,0,3,3);
INSERT INTO "tally" VALUES(2119787819827200011,'prudh','',6,3,0,0,3,3);
INSERT INTO "tally" VALUES(2119787819827200011,'prudh','dark',3,0,0,0,-3,0);
INSERT INTO "tally" VALUES(2119787819827200011,'prudh','light',3,3,0,0,3,3);
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
INSERT INTO "watch" VALUES(36,2119787819827200010,1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "watch" VALUES(41,2119787819827200010,1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "watch" VALUES(46,2119787819827200010,1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "watch" VALUES(50,2119787819827200010,1,'2031-01-14 11:00:00.000000+00:00');
INSERT INTO "watch" VALUES(53,2119787819827200010,1,'2031-01-14 11:00:00.000000+00:00');
CREATE INDEX ix_match_deadline_at_id ON "match" (deadline_at, id) WHERE deadline_at IS NOT NULL;
CREATE INDEX ix_match_changed_at_id ON "match" (changed_at, id) WHERE shown_version < version;
CREATE INDEX ix_match_challenger_phase ON "match" (challenger, phase);
CREATE INDEX ix_match_opponent_phase ON "match" (opponent, phase);
CREATE INDEX ix_match_challenger_finished_at_id ON "match" (challenger, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_opponent_finished_at_id ON "match" (opponent, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_match_home_id ON "match" (home, id) WHERE home IS NOT NULL;
CREATE INDEX ix_match_guild_id_phase ON "match" (guild_id, phase);
CREATE INDEX ix_notice_due_at_id ON notice (due_at, id) WHERE state = 'due' AND kind != 'pick';
CREATE INDEX ix_rated_start_low_id_high_id_game_at ON rated_start (low_id, high_id, game, at);
CREATE INDEX ix_score_user_id_game_day_id ON score (user_id, game, day, id);
CREATE INDEX ix_opening_user_id_game_matches ON opening (user_id, game, matches);
CREATE INDEX ix_standing_ranking ON standing (guild_id, game, season, listed, points, user_id, matches, day);
CREATE INDEX ix_standing_user_id_game_season ON standing (user_id, game, season);
CREATE INDEX ix_season_end_last_day_guild_id_season ON season_end (last_day, guild_id, season) WHERE closed = 0;
CREATE INDEX ix_champion_guild_id_season_game_user_id ON champion (guild_id, season, game, user_id) WHERE role IS NOT NULL;
CREATE INDEX ix_imported_user_id_id ON imported (user_id, id);
CREATE INDEX ix_imported_at ON imported (at);
CREATE INDEX ix_watch_user_id_match_id ON watch (user_id, match_id);
CREATE INDEX ix_block_blocked_id ON block (blocked_id);
CREATE INDEX ix_note_user_id ON note (user_id);
CREATE INDEX ix_draft_user_id ON draft (user_id);
CREATE INDEX ix_notice_user_id ON notice (user_id);
CREATE INDEX ix_champion_user_id ON champion (user_id);
CREATE INDEX ix_gone_user_id ON gone (user_id);
CREATE INDEX ix_rated_start_high_id ON rated_start (high_id);
CREATE INDEX ix_entry_names_people ON entry (match_id) WHERE kind IN ('admin-ended', 'admin-aborted', 'admin-rewound', 'admin-handed-over');
CREATE INDEX ix_match_guild_id_finished_at_id ON "match" (guild_id, finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_pick_user_id ON pick (user_id);
CREATE INDEX ix_match_unsettled ON "match" (id) WHERE challenger_to_act IS NULL AND phase IN ('challenged', 'setup', 'playing');
CREATE INDEX ix_rating_role_due_at_guild_id_user_id ON rating_role (due_at, guild_id, user_id) WHERE due_at IS NOT NULL;
CREATE INDEX ix_rating_role_user_id ON rating_role (user_id);
CREATE INDEX ix_pinned_list_due_at ON pinned_list (due_at);
CREATE INDEX ix_chore_due_at_id ON chore (due_at, id);
CREATE INDEX ix_mute_user_id ON mute (user_id);
CREATE INDEX ix_hint_user_id ON hint (user_id);
CREATE INDEX ix_ladder_place_user_id ON ladder_place (user_id);
CREATE INDEX ix_ladder_place_slides_at_guild_id_game ON ladder_place (slides_at, guild_id, game);
CREATE INDEX ix_ladder_history_user_id_guild_id_game_id ON ladder_history (user_id, guild_id, game, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notice',48);
INSERT INTO "sqlite_sequence" VALUES('match',66);
INSERT INTO "sqlite_sequence" VALUES('imported',4);
INSERT INTO "sqlite_sequence" VALUES('chore',31);
COMMIT;
