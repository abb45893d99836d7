/** The house rules as data; `test/tidy.test.ts` applies them. A change of a rule is a change of a row here. */

/** Paths are written from the project's root, with `*`, `**` and `{a,b}`. */
type Paths = readonly string[]

export interface Room {
  readonly name: string
  readonly about: string
  /** The rooms that it imports. */
  readonly may: readonly string[]
}

const room = (name: string, may: string, about: string): Room => ({
  name,
  about,
  may: may === '' ? [] : may.split(' '),
})

const core = 'kernel options service fixtures sandbox'
const whole = `${core} control pages node`

/** The rooms of `src`, lowest first. */
export const rooms: readonly Room[] = [
  room('kernel', '', 'collections, undo, timeline, ids, money, JSON: nothing of payments'),
  // Faults are options, and name events of the service.
  room('options', 'kernel service', 'every option: check, default, text'),
  room(
    'service',
    'kernel options',
    'the payment service: resources, ledger, versions, search, webhooks, HTTP',
  ),
  room('fixtures', 'kernel service', 'the format of fixtures: reading, writing, loading'),
  room(
    'sandbox',
    'kernel options service fixtures',
    'clock, accounts, records, snapshots, deliveries, actions',
  ),
  room('control', core, 'the operations under `/_sandbox`'),
  room(
    'pages',
    'kernel options service sandbox control',
    'dashboard, pages for payers, omise.js, documentation, tools for agents',
  ),
  room('node', core, 'sockets, proxy, certificates, files, state files'),
  room('create-sandbox.ts', whole, 'makes the parts of a sandbox, in order'),
  room(
    'suites',
    'kernel options service sandbox node create-sandbox.ts',
    'for tests: interception, vitest, Jest, Playwright, msw, factories, explore',
  ),
  room(
    'workers',
    'kernel options service sandbox pages create-sandbox.ts',
    'a sandbox in a worker of a cloud',
  ),
  room('cli', `${whole} create-sandbox.ts suites`, 'the command'),
  room('index.ts', `${core} create-sandbox.ts`, 'what the package exports'),
]

const resources = 'src/service/resources'

/** The floors of the service, lowest first: a file imports its own and those below. The last one has all that no row names. */
export const floors: readonly { readonly name: string; readonly files: Paths }[] = [
  {
    name: 'rows',
    files: [
      `${resources}/*/{model,machine}.ts`,
      `${resources}/{models,event/keys}.ts`,
      'src/service/versions/history.ts',
      'src/service/faults/{checks,delay,model,options,probe,request-fault,webhook-fault}.ts',
    ],
  },
  { name: 'world', files: ['src/service/world.ts'] },
  {
    name: 'rules and records',
    files: [
      `${resources}/*/{operations,actions,record,schema,begin,csv}.ts`,
      `${resources}/{field,record,shown}.ts`,
      'src/service/{ledger,simulation,search,versions}/*',
      'src/service/faults/take.ts',
      'src/service/webhooks/{scheme,outbox,signature,received-headers,mismatch}.ts',
    ],
  },
  { name: 'answers', files: ['src/service/**'] },
]

/** Where in src a package may be imported; one without a row, nowhere. */
export const homes: readonly (readonly [packages: RegExp, files: Paths, why: string])[] = [
  [
    /^node:crypto$/,
    ['src/kernel/digest.ts', 'src/node/authority.ts'],
    'hashing has one home, certificates one',
  ],
  [/^node:timers$/, ['src/kernel/timers.ts'], 'the timers that no test replaces have one home'],
  [/^node:/, ['src/{cli,node,suites}/**'], 'the core runs wherever fetch exists, not only in Node'],
  [/^@hono\/node-server(\/|$)/, ['src/node/listener.ts'], 'only the listener needs sockets'],
  [
    /^hono(\/|$)/,
    ['src/service/http/*', 'src/{control,pages,sandbox,suites/explore}/**'],
    'operations are plain data',
  ],
  [/^idiomorph$/, ['src/pages/dashboard/browser/*'], 'it runs in browsers only'],
  [
    /^marked$/,
    ['src/pages/docs/read.ts', 'src/pages/dashboard/docs/text.tsx'],
    'Markdown is read in one place, and drawn in one',
  ],
  [/^uqr$/, ['src/pages/payers/**'], 'a QR code is drawn only when its picture is asked for'],
  [
    /^@noble\/hashes\//,
    ['src/service/webhooks/signature.ts', 'src/kernel/digest.portable.ts'],
    'receivers hash without a promise on any platform, and so does the service without node:crypto',
  ],
  [/^yaml$/, ['src/fixtures/{read,write}.ts'], 'it is loaded with the first file'],
  [/^@peculiar\/x509$/, ['src/node/authority.ts'], 'it is loaded with the first certificate'],
  [/^proxy-from-env$/, ['src/node/outer-proxy.ts'], 'only what passes calls on needs a proxy of its own'],
  [
    /^@modelcontextprotocol\/sdk\//,
    ['src/pages/agents/protocol.ts', 'src/pages/agents/protocol.portable.ts'],
    'the build gives it a copy of zod of its own',
  ],
  [/^tldts$/, ['src/options/destination.ts'], 'its list is large, and loaded with what intercepts calls'],
  [/^nanoid$/, ['src/kernel/ids.ts'], 'ids come from one seedable place'],
  [
    /^zod(\/|$)/,
    ['src/{kernel,options,service,fixtures,sandbox,control,pages,workers,cli}/**'],
    'users need none of it',
  ],
  [
    /^(msw|vitest|@jest\/globals|@playwright\/test)(\/|$)/,
    ['src/suites/**'],
    'each is loaded by its own users only',
  ],
  [/^payment-sandbox(\/|$)/, ['src/{suites,workers}/**'], 'what runs beside the library shares its one copy'],
  [/^commander$/, ['src/cli/**'], 'only the command line parses arguments'],
]

export interface Ban {
  readonly rule: string
  /** Looked for in code without its comments and literals, in comments, or as the name of what is called. */
  readonly find: { code: RegExp } | { comment: RegExp } | { calls: readonly string[] }
  readonly within: Paths
  readonly except: Paths
  readonly instead: string
}

const source: Paths = ['src/**']
const everywhere: Paths = ['src/**', 'test/**', 'examples/**', '.ci/**']
const realClock: Paths = [
  'src/kernel/real-time.ts',
  'src/node/server.ts',
  'src/cli/**',
  'src/workers/{object,worker}.ts',
]
const calendar: Paths = ['src/kernel/{timeline,calendar}.ts']

const ban = (rule: string, find: Ban['find'], [within, except]: readonly Paths[], instead: string): Ban => ({
  rule,
  find,
  instead,
  within: within ?? [],
  except: except ?? [],
})

export const bans: readonly Ban[] = [
  ban(
    'the real clock',
    { code: /\bDate\.now\b/g },
    // A receiver judges the age of what comes from outside by its own clock.
    [source, [...realClock, 'src/service/webhooks/signature.ts']],
    'take the time from the timeline',
  ),
  ban(
    'the stopwatch',
    { code: /\bperformance\.\w+/g },
    [
      source,
      [
        ...realClock,
        'src/service/http/exchange.ts',
        'src/suites/explore/run.ts',
        'src/suites/explore/moments.ts',
      ],
    ],
    'the time of a request is measured in service/http/exchange.ts',
  ),
  ban('new Date(', { calls: ['new Date', 'Date'] }, [source, calendar], 'ask kernel/calendar.ts'),
  ban(
    'Date.UTC, Date.parse',
    { code: /\bDate\.(?:UTC|parse)\b/g },
    [source, calendar],
    'ask kernel/calendar.ts',
  ),
  ban('Math.random', { code: /\bMath\.random\b/g }, [source], 'use the ids and the seed of the sandbox'),
  ban(
    'bare fetch(',
    { calls: ['fetch'] },
    // Clients of receivers and other services, as the commands are, and of the shop that is explored.
    [source, ['src/cli/**', 'src/pages/*/browser/*', 'src/suites/explore/payers.ts']],
    'the network is handed in; only service/webhooks/network.ts calls the fetch it was given',
  ),
  ban(
    'timers',
    { calls: ['setTimeout', 'setInterval'] },
    [source, ['src/cli/**', 'src/pages/*/browser/*', 'src/kernel/real-time.ts']],
    'put a job on the timeline; what only real time can end asks kernel/real-time.ts',
  ),
  ban(
    'console',
    { code: /\bconsole\s*[.[]/g },
    [source, ['src/cli/**', 'src/pages/omise-js/browser/*']],
    'a library is silent: return the fact',
  ),
  ban(
    'casts that switch the checker off',
    { code: /\bas\s+any\b|\bas\s+unknown\s+as\b/g },
    [everywhere],
    'narrow with a check',
  ),
  ban(
    'silenced checkers',
    { comment: /@ts-ignore|@ts-expect-error|@ts-nocheck|biome-ignore/g },
    // It tests what does not compile.
    [everywhere, ['test/service/resources/record.test.ts']],
    'mend what the checker found',
  ),
  ban(
    'notes to self',
    { comment: /\b(?:TODO|FIXME|XXX)\b/g },
    [everywhere],
    'do it now, or plan it elsewhere',
  ),
  ban(
    'tests that do not run',
    { code: /\b(?:it|test|describe|bench|suite)(?:\.\w+)*\.(?:only|skip|todo)\b/g },
    [['test/**', 'examples/**']],
    'run all of them, or remove the test',
  ),
]

export const size = {
  fileLines: 300,
  functionLines: 60,
  /** The aim is three, then one object with names; this is the present number, and it may only fall. */
  parameters: 5,
  within: everywhere,
  /** Tables, of any length. */
  tables: [
    'test/spec/**',
    'test/fixtures/broken.ts',
    'src/options/config.ts',
    'src/service/{assumptions,simulation/cards}.ts',
    'src/kernel/error-catalogue.ts',
  ],
}

export const names = {
  topLevel:
    /^(?:package(?:-lock)?\.json|tsconfig\.json|README\.md|LICENSE|CHANGELOG\.md|src|fixtures|examples|test|\..*)$/,
  /** Each part of a path; these four, and files of other languages, keep the spelling that everybody looks for. */
  part: /^(?:\.?[a-z0-9]+(?:[.-][a-z0-9]+)*|README\.md|LICENSE|CHANGELOG\.md|Gemfile|\w+\.(?:php|py|rb))$/,
  /** The public entry, a resource, and a list whose name is its folder. */
  indexFiles: ['src/index.ts', 'src/service/versions/index.ts', `${resources}/*/index.ts`],
  /** They say nothing about what a file is for. */
  vague: /^(?:manager|helpers?|utils?|data|misc|common)$/,
}

/** Text that no file of the project may contain, because it is only true on one machine. */
export const texts = [
  {
    rule: 'a path of one machine',
    find: /(?<![\w.:/-])\/(?:work|home|Users|root)\/[\w.-]*/g,
    instead: 'use a path from the root of the project',
  },
  {
    rule: 'a folder outside the project',
    find: /\.\.\/sh[a]red\b/g,
    instead: 'say in the project what has to be known',
  },
  {
    rule: 'the host of a package registry',
    find: /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|npm\.pkg\.github\.com)|"resolved": "(?=http)|^(?:@[\w-]+:)?registry\s*=/gm,
    instead: 'leave it to the settings of whoever installs; .npmrc keeps hosts out of the lock file',
  },
  {
    rule: 'a script for one shell',
    find: /"[\w:]+": "[A-Z_]+=\S* /g,
    instead: 'Windows does not set a variable so: set it in a start script, as test/drill/start.mjs does',
  },
]
