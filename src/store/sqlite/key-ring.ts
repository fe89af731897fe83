import { type Right, rights } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { AccessKey, KeyRing } from '../../seams.ts'
import type { Connection } from './connection.ts'
import { type Row, text, textOrNull } from './row.ts'

export function createKeyRing(connection: Connection): KeyRing {
  const insert = connection.statement('INSERT INTO access_keys VALUES (?, ?, ?, ?, ?, ?)')
  const selectOne = connection.statement('SELECT * FROM access_keys WHERE id = ?')
  const selectAll = connection.statement('SELECT * FROM access_keys ORDER BY id')
  const selectOfTenant = connection.statement('SELECT * FROM access_keys WHERE tenant = ? ORDER BY id')
  const remove = connection.statement('DELETE FROM access_keys WHERE tenant = ? AND id = ?')

  return {
    addKey: ({ id, tenant, right, name, hash, createdAt }) =>
      connection.write(() => {
        insert.run(id, tenant, right, name, hash, createdAt)
      }),
    findKey: id =>
      connection.read(() => {
        const row = selectOne.get(id)
        return row === undefined ? null : accessKey(row)
      }),
    keys: tenant => connection.read(() => (tenant === null ? selectAll.all() : selectOfTenant.all(tenant)).map(accessKey)),
    removeKey: (tenant, id) => connection.write(() => remove.run(tenant, id).changes === 1),
  }
}

function accessKey(row: Row): AccessKey {
  return {
    id: text(row.id),
    tenant: text(row.tenant),
    right: rightOf(text(row.access_right)),
    name: textOrNull(row.name ?? null),
    hash: text(row.hash),
    createdAt: text(row.created_at),
  }
}

function rightOf(stored: string): Right {
  const right = rights.find(name => name === stored)
  if (right !== undefined) return right
  throw new EngramError('store_unusable', `The store holds a key of the right "${stored}", which is none. Revoke it and create another.`)
}
