-- Statements are set off by empty lines.
CREATE TABLE runs (
    id TEXT PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL UNIQUE,
    status TEXT NOT NULL,
    reason TEXT,
    created TEXT NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash TEXT NOT NULL
) STRICT

CREATE TABLE events (
    run TEXT NOT NULL REFERENCES runs (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT

CREATE TABLE artefacts (
    sha256 TEXT PRIMARY KEY NOT NULL,
    body BLOB NOT NULL
) STRICT

CREATE TABLE escalations (
    id TEXT PRIMARY KEY NOT NULL,
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    status TEXT NOT NULL,
    plan TEXT,
    expires TEXT,
    FOREIGN KEY (run, seq) REFERENCES events (run, seq)
) STRICT

CREATE INDEX escalations_run ON escalations (run)

CREATE TABLE approvals (
    digest TEXT PRIMARY KEY NOT NULL,
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    envelope TEXT NOT NULL,
    plan TEXT NOT NULL,
    expires TEXT NOT NULL,
    revoked INTEGER,
    FOREIGN KEY (run, seq) REFERENCES events (run, seq)
) STRICT

CREATE INDEX approvals_run ON approvals (run)

CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append only'); END

CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append only'); END

-- INSERT OR REPLACE deletes without a DELETE trigger, unless recursive_triggers is on.
CREATE TRIGGER events_no_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE run = NEW.run AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'events are append only'); END

CREATE TRIGGER artefacts_no_update BEFORE UPDATE ON artefacts
BEGIN SELECT RAISE(ABORT, 'artefacts are immutable'); END

CREATE TRIGGER artefacts_no_delete BEFORE DELETE ON artefacts
BEGIN SELECT RAISE(ABORT, 'artefacts are immutable'); END

CREATE TRIGGER artefacts_no_replace BEFORE INSERT ON artefacts
WHEN EXISTS (SELECT 1 FROM artefacts WHERE sha256 = NEW.sha256 AND body IS NOT NEW.body)
BEGIN SELECT RAISE(ABORT, 'artefacts are immutable'); END
