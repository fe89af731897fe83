import { EngramError } from '../../errors.ts'
import { applicationId, type Connection } from './connection.ts'
import { integer } from './row.ts'

/**
 * Every table of what spaces hold begins with the space's key, and nothing refers across spaces: so the same tables can be sharded by it. Never change a migration
 * that has been released: add one.
 */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE spaces (
      space_key BLOB NOT NULL PRIMARY KEY,
      tenant TEXT NOT NULL,
      space TEXT NOT NULL,
      last_sequence INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      -- of the last time that something was taken away
      reset_revision INTEGER NOT NULL
    ) WITHOUT ROWID`,

    `CREATE TABLE turns (
      space_key BLOB NOT NULL REFERENCES spaces ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      id TEXT NOT NULL,
      session TEXT,
      speaker TEXT NOT NULL,
      text TEXT NOT NULL,
      at TEXT,
      -- JSON; null for none
      attachments TEXT,
      content_hash BLOB NOT NULL,
      added_revision INTEGER NOT NULL,
      PRIMARY KEY (space_key, sequence),
      UNIQUE (space_key, id)
    ) WITHOUT ROWID`,

    // When a turn was last read by a writer: apart from the turns, so that the log is never rewritten.
    `CREATE TABLE readings (
      space_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (space_key, sequence),
      FOREIGN KEY (space_key, sequence) REFERENCES turns ON DELETE CASCADE
    ) WITHOUT ROWID`,
    'CREATE INDEX readings_by_revision ON readings (space_key, revision)',

    `CREATE TABLE memories (
      space_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      family TEXT NOT NULL,
      id TEXT NOT NULL,
      -- its place among those that the family drew from the turn
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      -- JSON
      memory TEXT NOT NULL,
      PRIMARY KEY (space_key, sequence, family, id),
      UNIQUE (space_key, id),
      FOREIGN KEY (space_key, sequence) REFERENCES turns ON DELETE CASCADE
    ) WITHOUT ROWID`,

    // The turns that a memory rests on beside its own.
    `CREATE TABLE leanings (
      space_key BLOB NOT NULL,
      memory_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (space_key, memory_id, sequence),
      FOREIGN KEY (space_key, memory_id) REFERENCES memories (space_key, id) ON DELETE CASCADE
    ) WITHOUT ROWID`,
    'CREATE INDEX leanings_by_turn ON leanings (space_key, sequence)',

    `CREATE TABLE vectors (
      space_key BLOB NOT NULL,
      memory_id TEXT NOT NULL,
      embedder TEXT NOT NULL,
      -- 32-bit floats, little-endian
      vector BLOB NOT NULL,
      PRIMARY KEY (space_key, memory_id, embedder),
      FOREIGN KEY (space_key, memory_id) REFERENCES memories (space_key, id) ON DELETE CASCADE
    ) WITHOUT ROWID`,

    `CREATE TABLE withheld (
      space_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      -- -1 for the turn's text
      attachment INTEGER NOT NULL,
      start_at INTEGER NOT NULL,
      end_at INTEGER NOT NULL,
      PRIMARY KEY (space_key, sequence, attachment, start_at, end_at),
      FOREIGN KEY (space_key, sequence) REFERENCES turns ON DELETE CASCADE
    ) WITHOUT ROWID`,

    `CREATE TABLE marks (
      space_key BLOB NOT NULL REFERENCES spaces ON DELETE CASCADE,
      writer TEXT NOT NULL,
      family TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      rewound_revision INTEGER NOT NULL,
      PRIMARY KEY (space_key, writer)
    ) WITHOUT ROWID`,

    // Turns before the marks of a family that it must read again: something they stood beside was forgotten.
    `CREATE TABLE rereadings (
      space_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      family TEXT NOT NULL,
      PRIMARY KEY (space_key, sequence, family),
      FOREIGN KEY (space_key, sequence) REFERENCES turns ON DELETE CASCADE
    ) WITHOUT ROWID`,

    // Of the store, not of a space. first_revision: that a new space starts from. purge: counts forgets whose bytes are not overwritten yet.
    'CREATE TABLE upkeep (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID',
    "INSERT INTO upkeep VALUES ('first_revision', 0), ('purge', 0)",
  ],
  [
    // Who works on a space, one row a writer family that has ever claimed it. Times in epoch milliseconds.
    `CREATE TABLE leases (
      space_key BLOB NOT NULL REFERENCES spaces ON DELETE CASCADE,
      family TEXT NOT NULL,
      fence INTEGER NOT NULL,
      claimed_at INTEGER NOT NULL,
      -- null when nobody holds it
      until INTEGER,
      -- failures since something was last stored
      attempts INTEGER NOT NULL,
      retry_at INTEGER,
      reason TEXT,
      PRIMARY KEY (space_key, family)
    ) WITHOUT ROWID`,

    // The turns that a writer family has given up.
    `CREATE TABLE dead_letters (
      space_key BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      family TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (space_key, sequence, family),
      FOREIGN KEY (space_key, sequence) REFERENCES turns ON DELETE CASCADE
    ) WITHOUT ROWID`,
  ],
  [
    // Of the store, not of a space: who may come in through a server's doors. hash: sha256 of the key, as hex.
    `CREATE TABLE access_keys (
      id TEXT NOT NULL PRIMARY KEY,
      tenant TEXT NOT NULL,
      access_right TEXT NOT NULL,
      name TEXT,
      hash TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) WITHOUT ROWID`,
    'CREATE INDEX spaces_by_tenant ON spaces (tenant)',
  ],
  [
    // Of its line in a transcript, o200k; null for a turn that was logged before this was kept.
    'ALTER TABLE turns ADD COLUMN tokens INTEGER',
  ],
  [
    // Worked out from the turns, at most one a space. It holds their words: it goes when anything of the space is taken away.
    `CREATE TABLE indexes (
      space_key BLOB NOT NULL PRIMARY KEY REFERENCES spaces ON DELETE CASCADE,
      format TEXT NOT NULL,
      revision INTEGER NOT NULL,
      turns INTEGER NOT NULL
    ) WITHOUT ROWID`,
    // With row ids, as its rows are large.
    `CREATE TABLE index_parts (
      space_key BLOB NOT NULL REFERENCES indexes ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (space_key, part)
    )`,
  ],
]

/** Brings the tables up to this version, one migration a transaction. Any number of processes may do so at once. Throws store_newer. */
export async function migrate(connection: Connection, path: string): Promise<void> {
  await markAsOurs(connection)
  const current = connection.statement('SELECT coalesce(max(version), 0) AS version FROM schema_migrations')
  const currentVersion = (): number => integer(current.get()?.version)

  function applyNext(): void {
    const version = currentVersion()
    // Another process may have applied it while this one waited.
    for (const sql of migrations[version] ?? []) connection.statement(sql).run()
    if (version < migrations.length) connection.statement('INSERT INTO schema_migrations VALUES (?)').run(version + 1)
  }

  let version = await connection.read(currentVersion)
  for (; version < migrations.length; version = await connection.read(currentVersion)) await connection.write(applyNext)
  if (version > migrations.length) {
    throw new EngramError(
      'store_newer',
      `${path} was written by a newer version (its tables are at ${version}, this version knows ${migrations.length}). Upgrade engram-r.`,
      { file: path },
    )
  }
}

/** A store that is there already is not written to, so that it opens at once while another process writes. */
async function markAsOurs(connection: Connection): Promise<void> {
  const tables = connection.statement("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'schema_migrations'")
  if ((await connection.read(() => integer(tables.get()?.count))) > 0) return
  await connection.write(() => {
    connection.statement(`PRAGMA application_id = ${applicationId}`).run()
    connection.statement('CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER NOT NULL PRIMARY KEY)').run()
  })
}
