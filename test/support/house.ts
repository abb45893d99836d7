/** The house rules as data; `test/tidy.test.ts` applies them. A change of a rule is a change of a row here. */

/** Paths are written from the project's root, with `*`, `**` and `{a,b}`. */
type Paths = readonly string[]

export interface Layer {
  name: string
  /** For the table in src/README.md. */
  about: string
  files: Paths
  /** The layers that its files may import; its own only where it is named. */
  may: readonly string[]
  /** Those of which it may import types alone. */
  types?: readonly string[]
}

/** Imports point down, type imports too. The first row that a file fits is its layer. */
export const layers: readonly Layer[] = [
  { name: 'manifest', about: 'the version of the package', files: ['package.json'], may: [] },
  { name: 'shipped', about: 'the fixtures of the package', files: ['fixtures/*.yaml'], may: [] },
  {
    name: 'assets',
    about: 'what pages load: style sheets, and scripts that run in browsers',
    files: ['src/asset.d.ts', 'src/**/*.css', 'src/{dashboard,hosted}/browser/*'],
    may: ['assets'],
  },
  {
    name: 'assumptions',
    about: 'decisions that the specification leaves open',
    files: ['src/assumptions.ts'],
    may: [],
  },
  {
    name: 'profiles',
    about: 'choices where the specification and recordings differ',
    files: ['src/profiles.ts'],
    may: [],
  },
  {
    // What a user scripts to go wrong is an option, and is checked like one.
    name: 'faults',
    about: 'the options of faults and their check',
    files: ['src/faults/options.ts'],
    may: ['kernel', 'model', 'wire'],
  },
  {
    name: 'config',
    about: 'every option: check, default, text',
    files: ['src/{config,option-docs,defaults}.ts'],
    may: ['kernel', 'config', 'profiles', 'faults', 'hosts'],
  },
  {
    // Also for what is loaded without the rest of the library.
    name: 'hosts',
    about: 'the hosts by which clients call the service',
    files: ['src/{hosts,destination}.ts'],
    may: ['kernel', 'hosts'],
  },
  {
    name: 'kernel',
    about: 'collections, undo, clock, ids, money, errors; nothing of payments',
    files: ['src/kernel/*'],
    may: ['kernel'],
  },
  {
    name: 'model',
    about: 'what a row holds, and the moves between its states',
    files: [
      'src/resources/*/{model,machine,events}.ts',
      'src/resources/models.ts',
      'src/ledger/chart.ts',
      'src/versions/history.ts',
      'src/faults/{request-fault,webhook-fault}.ts',
    ],
    may: ['kernel', 'model'],
  },
  {
    name: 'world',
    about: 'one account in one mode: collections, `emit`, `plan`, `commit`',
    files: ['src/world.ts'],
    may: ['kernel', 'model'],
  },
  {
    // What follows from the rows alone: fees and balances, which the wire shows.
    name: 'sums',
    about: 'fees and balances that follow from the rows',
    files: ['src/ledger/{fees,sums}.ts'],
    may: ['kernel', 'model', 'world', 'sums'],
  },
  {
    name: 'domain',
    about: 'the rules; the only code that writes rows',
    files: [
      'src/ledger/*',
      'src/resources/*/{begin,checks,levers,operations,run}.ts',
      'src/simulation/*',
      'src/faults/{requests,deliveries}.ts',
      'src/webhooks/{scheme,retry,outbox}.ts',
    ],
    may: ['kernel', 'model', 'world', 'sums', 'domain'],
    // The input of an operation is what its schema reads.
    types: ['wire'],
  },
  {
    name: 'wire',
    about: 'how parameters are read and how records look',
    files: [
      'src/resources/*/{schema,record,nested,search,csv}.ts',
      'src/resources/{field,record,list,shape,shown}.ts',
      'src/faults/*-schema.ts',
      'src/search/*',
      'src/versions/*',
    ],
    may: ['kernel', 'model', 'world', 'sums', 'wire'],
  },
  {
    // What receivers of webhooks import: it takes nothing along but the types of what an event holds.
    name: 'receiving',
    about: 'what receivers of webhooks import',
    files: ['src/webhooks/{signature,mismatch,event}.ts'],
    may: ['kernel', 'model', 'domain', 'wire', 'receiving'],
  },
  {
    name: 'calls',
    about: 'what an intercepted call is',
    files: ['src/intercept/{call,request}.ts'],
    may: [],
  },
  {
    name: 'http',
    about: 'keys, encodings, lists, idempotency, errors, deliveries',
    files: [
      'src/http/*',
      'src/faults/apply.ts',
      'src/openapi/*',
      'src/resources/{registry,resource,trigger}.ts',
      'src/resources/*/{index,resource}.ts',
      'src/resources/*/{routes,triggers}.ts',
      'src/webhooks/{address,courier,decide,handlers,landings,lanes,message,network,transmit}.ts',
      'src/accounts.ts',
    ],
    may: ['kernel', 'model', 'world', 'sums', 'domain', 'wire', 'http'],
  },
  {
    name: 'tools',
    about: 'control plane, dashboard, documentation, fixtures, pages for payers, the library',
    files: ['src/{control,dashboard,docs,faults,fixtures,hosted,library}/**'],
    may: [
      'shipped',
      'assets',
      'kernel',
      'model',
      'world',
      'sums',
      'domain',
      'wire',
      'http',
      'tools',
      'calls',
    ],
  },
  {
    // What is loaded without the rest of the library: of the sandbox it knows the types alone.
    name: 'intercept',
    about: 'calls of the process that reach a sandbox',
    files: ['src/intercept/**'],
    may: ['kernel', 'calls', 'intercept'],
  },
  {
    name: 'entry',
    about: 'puts everything together; servers, state files, the command, the worker',
    files: ['src/{index,sandbox}.ts', 'src/{cli,node,state,workers}/**'],
    may: [
      'manifest',
      'kernel',
      'model',
      'world',
      'sums',
      'domain',
      'wire',
      'receiving',
      'http',
      'tools',
      'calls',
      'intercept',
      'entry',
    ],
  },
  {
    // It runs in the tests of users; the sandbox itself it takes from the package, of which there is one copy.
    name: 'testing',
    about: 'what the tests of users import: fixtures and matchers for vitest and Jest',
    files: ['src/testing/**'],
    may: ['kernel', 'domain', 'tools', 'entry', 'testing'],
  },
  {
    name: 'factories',
    about: 'records for unit tests, made by the operations in accounts of their own',
    files: ['src/factories/*'],
    may: ['kernel', 'model', 'world', 'domain', 'wire', 'receiving', 'http', 'tools', 'factories'],
  },
]

export interface Order {
  name: string
  files: Paths
  /** A file may import its own row and the rows before it. The first row that a file fits is its row. */
  rows: readonly { name: string; files: Paths }[]
}

/** The order of files within a layer, lowest first. Every file of an order has a row. */
export const orders: readonly Order[] = [
  {
    name: 'tools',
    files: ['src/{control,dashboard,docs,fixtures,hosted,library}/**', 'src/faults/{library,control}.ts'],
    rows: [
      { name: 'faults', files: ['src/faults/library.ts'] },
      { name: 'fixtures', files: ['src/fixtures/**'] },
      { name: 'hosted pages', files: ['src/hosted/**'] },
      { name: 'clock', files: ['src/library/clock/*'] },
      { name: 'snapshots', files: ['src/library/snapshots/*'] },
      { name: 'records', files: ['src/library/records/*'] },
      { name: 'webhooks', files: ['src/library/webhooks/*'] },
      { name: 'seeding and recording', files: ['src/library/fixtures/*'] },
      { name: 'actions', files: ['src/library/actions/*'] },
      { name: 'account', files: ['src/library/account/*'] },
      { name: 'coverage', files: ['src/library/coverage/*'] },
      { name: 'feed', files: ['src/library/feed/*'] },
      { name: 'surface', files: ['src/library/surface.ts'] },
      { name: 'documentation', files: ['src/docs/**'] },
      { name: 'dashboard', files: ['src/dashboard/**'] },
      {
        name: 'control basis',
        files: ['src/control/{api,errors,guard,progress,read-input,route,stream,token}.ts'],
      },
      { name: 'control document', files: ['src/control/{document,answer-texts,input-texts}.ts'] },
      { name: 'control routes', files: ['src/control/routes/*', 'src/faults/control.ts'] },
      { name: 'control plane', files: ['src/control/{app,plane,routes}.ts'] },
      { name: 'composition', files: ['src/library/composition/*'] },
    ],
  },
  {
    name: 'fixtures',
    files: ['src/fixtures/**'],
    rows: [
      { name: 'words', files: ['src/fixtures/{bounds,fields,problems}.ts'] },
      { name: 'format', files: ['src/fixtures/{aliases,check,format,json-schema,parts,read}.ts'] },
      { name: 'steps of a load', files: ['src/fixtures/{disputes,script}.ts'] },
      { name: 'customers', files: ['src/fixtures/customers.ts'] },
      { name: 'charges', files: ['src/fixtures/charges.ts'] },
      { name: 'plans and payouts', files: ['src/fixtures/{payouts,plans}.ts'] },
      { name: 'loading', files: ['src/fixtures/{from-object,load,shipped}.ts'] },
      { name: 'draft of a recording', files: ['src/fixtures/record/{draft,history,moments,names}.ts'] },
      { name: 'recording', files: ['src/fixtures/record/*', 'src/fixtures/write.ts'] },
    ],
  },
  {
    name: 'dashboard',
    files: ['src/dashboard/**'],
    rows: [
      { name: 'browser', files: ['src/dashboard/browser/*', 'src/dashboard/frame/*.css'] },
      { name: 'view', files: ['src/dashboard/frame/view.ts'] },
      { name: 'parts', files: ['src/dashboard/parts/*'] },
      { name: 'frame', files: ['src/dashboard/frame/*'] },
      { name: 'places', files: ['src/dashboard/*/**'] },
      { name: 'list of places', files: ['src/dashboard/pages.ts'] },
    ],
  },
  {
    name: 'cli',
    files: ['src/cli/*'],
    rows: [
      { name: 'terminal', files: ['src/cli/{columns,event-stream,failure,patience,stop,terminal}.ts'] },
      { name: 'processes', files: ['src/cli/{parent,process-table}.ts'] },
      {
        name: 'given values',
        files: [
          'src/cli/{agreement,command,config-file,given,interception,saving,schema-path,starter,trust,watch}.ts',
        ],
      },
      { name: 'output', files: ['src/cli/{banner,log,log-lines}.ts'] },
      { name: 'a running sandbox', files: ['src/cli/{actions,opened,progress,running}.ts'] },
      { name: 'webhook check', files: ['src/cli/webhook-*.ts'] },
      {
        name: 'commands',
        files: [
          'src/cli/{check-webhook,clock,completion,completion-values,docs,events,exec,fixtures,fixtures-running,init}.ts',
          'src/cli/{openapi,serve,snapshot,trigger,verify}.ts',
        ],
      },
      { name: 'list of commands', files: ['src/cli/{commands,running-commands}.ts'] },
      { name: 'program', files: ['src/cli/{help,main,program,report,start}.ts'] },
    ],
  },
]

/** What has no payment knowledge of its own and describes choices: every layer may read it. */
export const openToAll: readonly string[] = ['config', 'assumptions', 'profiles', 'faults', 'hosts']

export interface Home {
  packages: RegExp
  files: Paths
  why: string
}

/** Where in src a package may be imported. A package without a row may not be imported at all. */
export const homes: readonly Home[] = [
  {
    packages: /^node:crypto$/,
    files: ['src/kernel/digest.ts', 'src/node/authority.ts'],
    why: 'the core runs wherever fetch exists; hashing has one home, and so have certificates',
  },
  {
    packages: /^node:timers$/,
    files: ['src/kernel/timers.ts'],
    why: 'the timers that the fake ones of a test do not replace have one home',
  },
  {
    packages: /^node:/,
    files: ['src/{cli,intercept,node,state}/**'],
    why: 'the core runs wherever fetch exists, not only in Node',
  },
  {
    packages: /^@hono\/node-server(\/|$)/,
    files: ['src/node/listener.ts'],
    why: 'only the listener needs sockets',
  },
  {
    packages: /^hono(\/|$)/,
    files: [
      'src/http/{app,authenticate,browsers,catch-up,env,mount,one-step,path-router,rate-limit,read-parameters,request-id,request-log,send,version}.ts',
      'src/faults/apply.ts',
      'src/hosted/**',
      'src/control/**',
      'src/dashboard/**',
      'src/library/coverage/coverage-page.tsx',
    ],
    why: 'operations are plain data; only what answers requests knows the framework',
  },
  {
    packages: /^idiomorph$/,
    files: ['src/dashboard/browser/*'],
    why: 'it runs in browsers only',
  },
  {
    packages: /^uqr$/,
    files: ['src/hosted/**'],
    why: 'a QR code is drawn only when its picture is asked for',
  },
  {
    packages: /^@noble\/hashes\//,
    files: ['src/webhooks/signature.ts', 'src/kernel/digest.portable.ts'],
    why: 'receivers hash without a promise on any platform, and so does the service where there is no node:crypto',
  },
  {
    packages: /^yaml$/,
    files: ['src/node/files.ts', 'src/fixtures/{read,write}.ts'],
    why: 'it is loaded when the first file is read; what reads or writes with it is handed it',
  },
  {
    packages: /^@peculiar\/x509$/,
    files: ['src/node/authority.ts'],
    why: 'it is loaded when the first certificate is made',
  },
  {
    packages: /^proxy-from-env$/,
    files: ['src/node/outer-proxy.ts'],
    why: 'only what passes calls on needs a proxy of its own',
  },
  {
    packages: /^tldts$/,
    files: ['src/destination.ts'],
    why: 'the list of domain endings is large, and is loaded with what intercepts calls',
  },
  { packages: /^msw$/, files: ['src/intercept/msw.ts'], why: 'it is loaded by its own users only' },
  { packages: /^nanoid$/, files: ['src/kernel/ids.ts'], why: 'ids must come from one seedable place' },
  {
    packages: /^zod(\/|$)/,
    files: [
      'src/kernel/{wire,check-value,flaw,json-schema}.ts',
      'src/config.ts',
      'src/resources/*/{schema,operations,record,nested,search,routes}.ts',
      'src/resources/{field,record,list,resource,shape}.ts',
      'src/workers/options.ts',
      'src/{versions,http,control,faults,fixtures,openapi,cli}/**',
    ],
    why: 'shapes of the wire are described with the operations; models use plain types',
  },
  {
    packages: /^vitest(\/|$)/,
    files: ['src/testing/vitest.ts'],
    why: 'each runner is loaded by its own users only',
  },
  {
    packages: /^@jest\/globals$/,
    files: ['src/testing/jest.ts'],
    why: 'each runner is loaded by its own users only',
  },
  {
    packages: /^payment-sandbox(\/|$)/,
    files: [
      'src/testing/**',
      'src/intercept/{given,intercept,msw}.ts',
      'src/factories/*',
      'src/workers/options.ts',
    ],
    why: 'what runs beside the library in a test shares its one copy, or at least its types',
  },
  { packages: /^commander$/, files: ['src/cli/**'], why: 'only the command line parses arguments' },
]

export interface Ban {
  rule: string
  /** Looked for in code without its comments and literals, in comments, or as the name of what is called. */
  find: { code: RegExp } | { comment: RegExp } | { calls: readonly string[] }
  within: Paths
  except: Paths
  instead: string
}

const everywhere: Paths = ['src/**', 'test/**', 'examples/**', '.ci/**']
const realClock: Paths = [
  'src/sandbox.ts',
  'src/node/server.ts',
  'src/cli/**',
  'src/workers/{object,worker}.ts',
]

export const bans: readonly Ban[] = [
  {
    rule: 'the real clock',
    find: { code: /\bDate\.now\b/g },
    within: ['src/**'],
    // A receiver judges the age of what comes from outside by its own clock.
    except: [...realClock, 'src/webhooks/signature.ts'],
    instead: 'take the time from the timeline; the real clock is handed in by sandbox.ts, server.ts or cli/',
  },
  {
    rule: 'the stopwatch',
    find: { code: /\bperformance\.\w+/g },
    within: ['src/**'],
    except: [...realClock, 'src/http/request-log.ts'],
    instead: 'how long a request took is measured in http/request-log.ts; nothing else depends on it',
  },
  {
    rule: 'new Date(',
    find: { calls: ['new Date', 'Date'] },
    within: ['src/**'],
    except: ['src/kernel/{timeline,calendar}.ts'],
    instead: 'times are epoch milliseconds; kernel/calendar.ts reads and writes their text',
  },
  {
    rule: 'Date.UTC, Date.parse',
    find: { code: /\bDate\.(?:UTC|parse)\b/g },
    within: ['src/**'],
    except: ['src/kernel/{timeline,calendar}.ts'],
    instead: 'ask kernel/calendar.ts',
  },
  {
    rule: 'Math.random',
    find: { code: /\bMath\.random\b/g },
    within: ['src/**'],
    except: [],
    instead: 'chance is handed in: use the ids and the seed of the sandbox',
  },
  {
    rule: 'bare fetch(',
    find: { calls: ['fetch'] },
    within: ['src/**'],
    except: ['src/cli/**', 'src/{dashboard,hosted}/browser/*'],
    instead: 'the network is handed in; only webhooks/network.ts calls the fetch it was given',
  },
  {
    rule: 'timers',
    find: { calls: ['setTimeout', 'setInterval'] },
    within: ['src/**'],
    except: ['src/cli/**', 'src/dashboard/browser/*', 'src/kernel/real-time.ts'],
    instead: 'put a job on the timeline; what only real time can end asks kernel/real-time.ts',
  },
  {
    rule: 'console',
    find: { code: /\bconsole\s*\./g },
    within: ['src/**'],
    except: ['src/cli/**'],
    instead: 'a library is silent: return the fact, or give it to the request log',
  },
  {
    rule: 'casts that switch the checker off',
    find: { code: /\bas\s+any\b|\bas\s+unknown\s+as\b/g },
    within: everywhere,
    except: [],
    instead: 'narrow with a check, or give the value its right type where it is made',
  },
  {
    rule: 'silenced checkers',
    find: { comment: /@ts-ignore|@ts-expect-error|@ts-nocheck|biome-ignore/g },
    within: everywhere,
    except: [],
    instead: 'mend what the checker found',
  },
  {
    rule: 'notes to self',
    find: { comment: /\b(?:TODO|FIXME|XXX)\b/g },
    within: everywhere,
    except: [],
    instead: 'do it now, or write it down where work is planned',
  },
  {
    rule: 'tests that do not run',
    find: { code: /\b(?:it|test|describe|bench|suite)(?:\.\w+)*\.(?:only|skip|todo)\b/g },
    within: ['test/**', 'examples/**'],
    except: [],
    instead: 'run all of them, or remove the test',
  },
]

export const size = {
  fileLines: 300,
  functionLines: 60,
  /** The aim is three, then one object with names; this is the present number, and it may only fall. */
  parameters: 5,
  within: ['src/**', 'test/**', 'examples/**', '.ci/**'],
  /** Files of any length. */
  tables: [
    { files: ['test/fixtures/broken.ts'], why: 'a table: broken fixtures and what is said about each' },
    { files: ['test/spec/**'], why: 'tables typed from the spec, to be read beside it' },
    { files: ['test/support/house.ts'], why: 'this table' },
    { files: ['src/{config,option-docs}.ts'], why: 'tables: each option is declared once, and has one text' },
    {
      files: ['src/assumptions.ts', 'src/kernel/errors.ts', 'src/simulation/cards.ts'],
      why: 'tables',
    },
  ],
} as const

export const names = {
  topLevel: [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'src',
    'fixtures',
    'examples',
    'screenshots',
    'test',
  ],
  /** Each part of a path; these three keep the spelling that everybody looks for. */
  part: /^\.?[a-z0-9]+(?:[.-][a-z0-9]+)*$/,
  capitals: ['README.md', 'LICENSE', 'CHANGELOG.md'],
  /** The public entry, and what is known by the name of its folder: a list, and the declaration of a resource. */
  indexFiles: ['src/index.ts', 'src/versions/index.ts', 'src/resources/*/index.ts'],
  /** They say nothing about what a file is for. */
  vague: ['manager', 'helper', 'helpers', 'util', 'utils', 'service', 'data', 'misc', 'common'],
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
] as const
