-- Statements are set off by empty lines.
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    status TEXT NOT NULL,
    reason TEXT,
    created TEXT NOT NULL,
    head_seq INTEGER NOT NULL,
    head_hash TEXT NOT NULL
)

CREATE TABLE events (
    run TEXT NOT NULL REFERENCES runs (id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run, seq)
)

CREATE TABLE artefacts (
    sha256 TEXT PRIMARY KEY,
    body BYTEA NOT NULL
)

CREATE TABLE escalations (
    id TEXT PRIMARY KEY,
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    status TEXT NOT NULL,
    plan TEXT,
    expires TEXT,
    FOREIGN KEY (run, seq) REFERENCES events (run, seq)
)

CREATE INDEX escalations_run ON escalations (run)

CREATE TABLE approvals (
    digest TEXT PRIMARY KEY,
    run TEXT NOT NULL,
    seq INTEGER NOT NULL,
    envelope TEXT NOT NULL,
    plan TEXT NOT NULL,
    expires TEXT NOT NULL,
    revoked INTEGER,
    FOREIGN KEY (run, seq) REFERENCES events (run, seq)
)

CREATE INDEX approvals_run ON approvals (run)

CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% are append only', TG_TABLE_NAME; END $$

CREATE TRIGGER events_no_update BEFORE UPDATE OR DELETE ON events
FOR EACH ROW EXECUTE FUNCTION append_only()

CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION append_only()

CREATE TRIGGER artefacts_no_update BEFORE UPDATE OR DELETE ON artefacts
FOR EACH ROW EXECUTE FUNCTION append_only()

CREATE TRIGGER artefacts_no_truncate BEFORE TRUNCATE ON artefacts
FOR EACH STATEMENT EXECUTE FUNCTION append_only()
