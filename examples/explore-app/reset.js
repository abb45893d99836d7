/** Empties the database while the shop runs, before each run of the exploration. */
import { openDatabase } from './database.js'

const database = await openDatabase()
database.empty()
