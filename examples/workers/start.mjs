/** Runs the worker on this machine, in the runtime of Cloudflare Workers. The folder `storage` keeps its data. */
import { randomBytes } from 'node:crypto'
import { openTeam } from './team.mjs'

const { PORT = '8787', CONTROL_TOKEN = randomBytes(32).toString('hex') } = process.env
const { url } = await openTeam({ port: Number(PORT), token: CONTROL_TOKEN, storage: 'storage' })
console.log(
  `API       ${url}\nvault     ${url}/vault\ndashboard ${url}/_sandbox/?account=ci&token=${CONTROL_TOKEN}`,
)
