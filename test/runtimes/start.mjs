/**
 * `npm run drill -- runtimes`: packs the package, installs the tarball into a project, fetches each runtime from the
 * registry and has it play `story.mjs` there. Ends with 1 when that went wrong in one of them, or one cannot be fetched.
 * `npm run drill -- runtimes bun deno` takes some of them, without loaders and the newest runners of tests. What was
 * fetched is kept in `node_modules/.cache`.
 */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clients, runtimes, slowClients } from './runtimes.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'runtimes')
const patienceMs = 300_000

/** Never rejects: what failed is said. */
const run = (program, args, cwd, env = process.env) =>
  new Promise((resolve) => {
    // On Windows npm is a script, which only a shell can start.
    const shell = process.platform === 'win32' && program === 'npm'
    execFile(
      program,
      args,
      { cwd, env, shell, timeout: patienceMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        const late = error?.killed ? `did not end within ${patienceMs / 1000} s\n` : ''
        resolve({ ok: error === null, stdout, said: `${late}${stdout}${stderr}`.trim() || String(error) })
      },
    )
  })

const npm = async (args, cwd) => {
  const { ok, stdout, said } = await run('npm', args, cwd)
  if (!ok) throw new Error(`npm ${args.join(' ')}\n${said}`)
  return stdout
}

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.mjs'))

/** @returns a project that has installed the package as it would be published, and its clients */
const installedProject = async (temporary) => {
  const packed = await npm(['pack', '--silent', '--pack-destination', temporary], root)
  const tarball = join(temporary, packed.trim().split('\n').at(-1))
  const project = join(temporary, 'shop')
  const wanted = asked.length === runtimes.length ? { ...clients, ...slowClients } : clients
  const installs = Object.entries(wanted).map(async ([folder, packages]) => {
    const at = join(project, folder)
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'shop', private: true }))
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    await npm(['install', tarball, ...packages, ...options], at)
    for (const file of files) copyFileSync(new URL(file, import.meta.url), join(at, file))
  })
  await Promise.all(installs)
  return project
}

/** The program within what npm installed. */
const programIn = (folder, { holder, program }) => {
  const held = join(folder, 'node_modules', holder)
  const packages = holder.startsWith('@') ? readdirSync(held).map((name) => join(held, name)) : [held]
  const found = packages
    .flatMap((at) => [join(at, program), join(at, `${program}.exe`)])
    .find((file) => existsSync(file))
  if (found === undefined) throw new Error(`no ${program} in ${packages.join(', ')}`)
  return found
}

/** Only its program: npm would unpack five thousand files, in three times the time. */
const unpackNode = async ({ install, holder, program }, folder) => {
  const tarball = (await npm(['pack', install, '--silent'], folder)).trim()
  const at = join(folder, 'node_modules', holder)
  mkdirSync(at, { recursive: true })
  const only = ['--strip-components', '1', `package/${program}`]
  const { ok, said } = await run('tar', ['-xzf', join(folder, tarball), '-C', at, ...only], folder)
  if (!ok) throw new Error(said)
  rmSync(join(folder, tarball))
}

/** No script of a package runs: what they would fetch is in `runtimes.mjs`. */
const fetched = async (runtime) => {
  if (runtime.version === process.versions.node) return process.execPath
  const folder = join(cache, runtime.install.replaceAll('/', '+'))
  if (!existsSync(folder)) {
    const partial = mkdtempSync(join(cache, 'partial-'))
    try {
      writeFileSync(join(partial, 'package.json'), '{}')
      const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
      if (runtime.version === undefined) await npm(['install', runtime.install, ...options], partial)
      else await unpackNode(runtime, partial)
      programIn(partial, runtime)
      renameSync(partial, folder)
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }
  return programIn(folder, runtime)
}

/** @returns whether the story went well, and what there is to say */
const play = async (runtime, project, temporary) => {
  const started = performance.now()
  const program = await fetched(runtime).catch((error) => error)
  if (program instanceof Error) return { ok: false, said: `could not be fetched: ${program.message}` }
  const { NODE_OPTIONS, ...env } = process.env
  Object.assign(env, { RUNTIME_ARGS: JSON.stringify(runtime.args), DENO_DIR: join(temporary, 'deno') })
  const { ok, stdout, said } = await run(program, [...runtime.args, 'story.mjs'], await project, env)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!ok) return { ok, said: `FAILED after ${seconds} s\n${said}` }
  return { ok, said: `all went well, in ${seconds} s with packing and fetching\n${stdout}` }
}

const chosen = () => {
  const words = process.argv.slice(2).map((word) => word.toLowerCase())
  const unknown = words.find((word) => !runtimes.some(({ name }) => name.toLowerCase().startsWith(word)))
  if (unknown !== undefined) {
    process.stderr.write(
      `"${unknown}" is no runtime; there are ${runtimes.map(({ name }) => name).join(', ')}\n`,
    )
    process.exit(2)
  }
  return runtimes.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().startsWith(word)),
  )
}

const asked = chosen()
mkdirSync(cache, { recursive: true })
const temporary = mkdtempSync(join(tmpdir(), 'payment-sandbox-runtimes-'))
try {
  const project = installedProject(temporary)
  const plays = asked.map(async (runtime) => {
    const { ok, said } = await play(runtime, project, temporary)
    process.stdout.write(`${runtime.name} (${runtime.install.split('@').at(-1)}): ${said}\n`)
    if (!ok) process.exitCode = 1
  })
  await Promise.all(plays)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
