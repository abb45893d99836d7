/** The orders of the shop: in SQLite where Node has it (22.13 and later), else in a file of JSON. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One of the mistakes in README.md: an update that does not look at the state. */
const writesOver = ['ships-again', 'looks-first'].includes(process.env.BUG)

export const openDatabase = async () => {
  const folder = process.env.PAYMENT_SANDBOX_FOLDER ?? '.'
  const { DatabaseSync } = await import('node:sqlite').catch(() => ({}))
  return DatabaseSync === undefined
    ? inFile(join(folder, 'shop.json'))
    : inSqlite(new DatabaseSync(join(folder, 'shop.db')))
}

const inSqlite = (database) => {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA busy_timeout = 2000;
    CREATE TABLE IF NOT EXISTS orders (
      number TEXT PRIMARY KEY, amount INTEGER NOT NULL, charge TEXT, parcels INTEGER NOT NULL DEFAULT 0
    )`)
  // The update names the state that it expects: the second of two changes nothing.
  const expected = writesOver ? '' : 'AND charge IS NULL'
  const shipped = `UPDATE orders SET charge = ?, parcels = parcels + 1 WHERE number = ? ${expected}`
  return {
    place: (number, amount) =>
      database.prepare('INSERT OR IGNORE INTO orders (number, amount) VALUES (?, ?)').run(number, amount),
    find: (number) => database.prepare('SELECT * FROM orders WHERE number = ?').get(number),
    open: () => database.prepare('SELECT * FROM orders WHERE charge IS NULL').all(),
    ship: (number, charge) => database.prepare(shipped).run(charge, number),
    empty: () => database.exec('DELETE FROM orders'),
  }
}

/** Nothing here waits, so that no other change comes between reading and writing. */
const inFile = (file) => {
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const write = (orders) => {
    writeFileSync(`${file}.new`, JSON.stringify(orders))
    renameSync(`${file}.new`, file)
  }
  const change = (number, changed) => {
    const orders = read()
    write({ ...orders, [number]: changed(orders[number]) })
  }
  return {
    place: (number, amount) =>
      change(number, (order) => order ?? { number, amount, charge: null, parcels: 0 }),
    find: (number) => read()[number],
    open: () => Object.values(read()).filter(({ charge }) => charge === null),
    ship: (number, charge) => {
      const order = read()[number]
      if (order === undefined || (order.charge !== null && !writesOver)) return
      change(number, () => ({ ...order, charge, parcels: order.parcels + 1 }))
    },
    empty: () => write({}),
  }
}
