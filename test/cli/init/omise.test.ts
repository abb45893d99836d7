/** Contract 16: `payment-sandbox init` in a project that uses a client of Omise. `test/package/init.test.ts` runs its tests. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { configFileOf } from '../../../src/cli/config-file'
import { temporaryFolder } from '../../support/folder'
import { inside } from '../inside'

const projectWith = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text)
  return folder
}

const read = (folder: string, name: string): string => readFileSync(`${folder}/${name}`, 'utf8')

const config = 'payment-sandbox.config.yaml'
const profileIn = (folder: string) => configFileOf({ config: `${folder}/${config}` }, {})?.profile

describe('the config file has the profile omise', () => {
  it.each([
    ['package.json', '{ "dependencies": { "omise": "^1.0.0" } }'],
    ['package.json', '{ "devDependencies": { "omise-react-native": "1" } }'],
    ['composer.json', '{ "require": { "omise/omise-php": "^2.13" } }'],
    ['Gemfile', 'source "https://rubygems.org"\ngem "rails"\ngem "omise", "~> 0.8"\n'],
    ['requirements.txt', 'flask\nomise==0.15.0\n'],
    ['requirements-dev.txt', 'omise'],
    ['pyproject.toml', '[project]\nname = "shop"\ndependencies = ["flask", "omise>=0.15"]\n'],
    ['pyproject.toml', '[tool.poetry.dependencies]\nomise = "^0.15"\n'],
    ['go.mod', 'module shop\nrequire github.com/omise/omise-go v1.6.0\n'],
    [
      'Shop.csproj',
      '<Project><ItemGroup><PackageReference Include="Omise" Version="2" /></ItemGroup></Project>',
    ],
    ['pom.xml', '<dependency><groupId>co.omise</groupId><artifactId>omise-java</artifactId></dependency>'],
    ['build.gradle', "implementation 'co.omise:omise-java:4.2.0'"],
    ['build.gradle.kts', 'implementation("co.omise:omise-android:5.0.0")'],
    ['pubspec.yaml', 'dependencies:\n  omise_flutter: ^0.2.0\n'],
    ['pubspec.yaml', 'dependencies:\n  omise_dart: any\n'],
    ['mix.exs', 'defp deps do\n  [{:omise, "~> 0.11"}]\nend\n'],
    ['package.json', '{ "dependencies": { "opn-payments": "^0.0.19" } }'],
  ])('where %s says %j, and init says so', async (name, text) => {
    const folder = projectWith({ [name]: text })
    const { code, stdout } = await inside(['init', folder])
    expect({ code, profile: profileIn(folder) }).toEqual({ code: 0, profile: 'omise' })
    expect(stdout).toContain(`\nThe profile is omise, because ${name} names a client of Omise.\n`)
    expect(read(folder, 'test/payments.test.js')).toContain("createTest({ intercept: 'omise', ")
  })

  it('with --omise', async () => {
    const folder = temporaryFolder()
    const { stdout } = await inside(['init', folder, '--omise'])
    expect(profileIn(folder)).toBe('omise')
    expect(stdout).toContain('because --omise is given.\n')
  })
})

it.each([
  ['package.json', '{ "name": "omise", "scripts": { "omise": "ls" }, "dependencies": { "omisego": "1" } }'],
  ['composer.json', '{ "name": "shop/omise", "require": { "other/omise": "1" } }'],
  ['Gemfile', '# gem "omise"\ngem "omise-like"\n'],
  ['requirements.txt', '# omise\nomise-like==1\n'],
  ['pyproject.toml', '[project]\nname = "omise"\ndependencies = ["omise-like"]\n'],
  ['pubspec.yaml', 'name: omise_shop\n'],
  ['mix.exs', 'def project do\n  [app: :omise, deps: [{:omise_like, "~> 1.0"}]]\nend\n'],
])('the config file has no profile where %s says %j', async (name, text) => {
  const folder = projectWith({ [name]: text })
  const { code, stdout } = await inside(['init', folder])
  expect({ code, profile: profileIn(folder) }).toEqual({ code: 0, profile: undefined })
  expect(stdout).not.toMatch(/omise/i)
  expect(read(folder, 'test/payments.test.js')).not.toContain('omise')
})

describe('where there is a config file already', () => {
  const gem = { Gemfile: "gem 'omise'" }

  it('init says what to add to one of another name', async () => {
    const folder = projectWith({ ...gem, 'payment-sandbox.config.json': '{ "port": 4211 }' })
    const { stdout } = await inside(['init', folder])
    expect(stdout).toContain(
      '\nFor answers as Omise gives them, add "profile": "omise" to payment-sandbox.config.json, because Gemfile names a client of Omise.\n',
    )
    expect(read(folder, 'payment-sandbox.config.json')).toBe('{ "port": 4211 }')
  })

  it('init says what to add to the one that it would write', async () => {
    const { code, stderr } = await inside(['init', projectWith({ ...gem, [config]: 'port: 4211' })])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        `payment-sandbox: ${config} exists, and nothing was written: overwrite with --force, or add profile: omise to ${config}, ` +
        'because Gemfile names a client of Omise\n',
    })
  })

  it.each([['profile: omise'], ['profile: spec']])('init is silent about one that says %s', async (text) => {
    const { stderr } = await inside(['init', projectWith({ ...gem, [config]: text })])
    expect(stderr).toBe(
      `payment-sandbox: ${config} exists, and nothing was written: overwrite with --force\n`,
    )
  })
})

describe('the section of AGENTS.md', () => {
  const sectionIn = async (files: Readonly<Record<string, string>>, ...flags: string[]) => {
    const folder = projectWith(files)
    await inside(['init', folder, '--agents', ...flags])
    return read(folder, 'AGENTS.md')
  }

  it.each([
    ['a client of Omise', { Gemfile: "gem 'omise'" }, []],
    ['--omise', {}, ['--omise']],
  ])('fits the profile omise with %s', async (_, files, flags) => {
    const text = await sectionIn(files, ...flags)
    expect(text).toContain('`npx payment-sandbox --profile omise`')
    expect(text).toContain('A decline is 200 with a charge whose `status` is `failed`.')
    expect(text).toContain("`createTest({ intercept: 'omise' })`")
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  it('fits the specification otherwise', async () => {
    const text = await sectionIn({})
    expect(text).toContain('A decline is 402 with `charge_id`.')
    expect(text).not.toContain('--profile')
  })
})

it('init passes over folders that are named like a file of a package manager', async () => {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/Gemfile`)
  expect((await inside(['init', folder])).code).toBe(0)
})
