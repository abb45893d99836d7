import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { flag, int, text, textOrNull } from '../../kernel/answers'
import { renamed, toSnakeCase } from '../../kernel/text'
import { about } from '../../kernel/wire'
import { profileNames } from '../../options/profiles'
import { catalogueSchema } from '../../sandbox/coverage/catalogue'
import { type Records, recordNames } from '../../sandbox/records/records'
import { ownAddress } from '../../service/http/addresses'
import { controlRoute } from '../route'
import { clockTime } from './clock'

const infoAt = (path: 'GET /info' | 'GET /') =>
  controlRoute(path, {
    summary:
      'What a client needs to know: addresses, keys, webhook endpoints and secret, the clock, the number of records',
    scoped: 'one',
    returns: () =>
      z.strictObject({
        version: text('Version of the package'),
        url: text('Address of the API'),
        vault_url: text('Address of the vault, which makes tokens'),
        dashboard_url: text('Address of the dashboard'),
        account: text('Id of the account'),
        livemode: flag('Whether the rest is about live mode'),
        keys: about(
          'Its keys: each is the user name of HTTP Basic, without a password',
          z.strictObject({
            public: text('For the vault and for browsers'),
            secret: text('For the API'),
          }),
        ),
        webhook_endpoints: about('Where webhooks go', z.array(z.string())),
        webhook_secret: textOrNull('The oldest secret in use that signs them; null when none is left'),
        now: clockTime(),
        frozen: flag('Whether the clock is stopped'),
        profile: about('Whose answers it gives', z.enum(profileNames)),
        header_prefix: text('The `Service` of `Service-Version`'),
        faults: int('How many faults were added'),
        snapshots: about('Ids of the snapshots, oldest first', z.array(z.string())),
        records: about('How many records there are, by kind', z.record(z.string(), z.int())),
      }),
    run: ({ exchange, sandbox, parts: { settings }, snapshots, mode, account, livemode }) => {
      const shown = mode()
      const readers: Readonly<Record<keyof Records, { count(): number }>> = shown
      const url = ownAddress(exchange)
      return {
        version,
        url,
        vault_url: ownAddress(exchange, 'vault'),
        dashboard_url: `${url}/_sandbox/`,
        account: account().id,
        livemode: livemode() === true,
        keys: { public: shown.keys.public, secret: shown.keys.secret },
        webhook_endpoints: shown.webhooks.endpoints,
        webhook_secret: shown.webhooks.secrets[0] ?? null,
        now: sandbox.clock.now().toISOString(),
        frozen: sandbox.clock.frozen,
        profile: settings.profileName,
        header_prefix: settings.headerPrefix,
        faults: shown.faults.list().length,
        snapshots: snapshots.latest(10).map(({ id }) => id),
        records: Object.fromEntries(
          recordNames.map((name) => [name, readers[name].count()] as const).filter(([, count]) => count > 0),
        ),
      }
    },
  })

/** The dashboard is at `/_sandbox/` too: clients that do not ask for a page get the same facts there. */
export const infoRoutes = [infoAt('GET /info'), infoAt('GET /')]

export const catalogueRoutes = [
  controlRoute('GET /catalogue', {
    summary:
      'Test cards, magic values, event keys, errors, operations, transitions, actions, faults and assumptions, as data',
    returns: () => z.strictObject(renamed<z.core.$ZodType>(catalogueSchema().shape, toSnakeCase)),
    runsNoJobs: true,
    run: ({ sandbox }) => renamed(sandbox.catalogue, toSnakeCase),
  }),
]
