import type { Command } from '../command'

export const initCommand: Command = {
  name: 'init',
  summary: 'Write a fixture, a config file and a first test into a project',
  words: [['[folder]', 'the folder of the project [the current one]']],
  own: [
    ['--force', 'overwrite files that exist'],
    ['--agents', 'write only the section of AGENTS.md for coding agents'],
    ['--skill [folder]', 'write only a skill for coding agents, into .agents/skills or this folder'],
    ['--omise', 'use the profile omise, also in a project without a client of Omise'],
  ],
  notes: `Writes payment-sandbox.config.yaml, fixtures/shop.yaml and a test for vitest or
Jest, whichever package.json has. If one of them exists, it writes nothing and
exits with 1. The profile is omise with --omise, and where the project depends
on a client of Omise (package.json, composer.json, Gemfile, requirements.txt,
pyproject.toml, go.mod, *.csproj, pom.xml, build.gradle, pubspec.yaml,
mix.exs).
--agents writes only a section of AGENTS.md, and keeps the rest of that file.
--skill writes only payment-sandbox/SKILL.md into the folder of skills, which
agents read when a task is about payments. Some agents read another folder, such
as .claude/skills.

Examples:
  payment-sandbox init
  payment-sandbox init ./shop --force
  payment-sandbox init --agents --skill
  payment-sandbox init --skill .claude/skills`,
  load: async () => (await import('./init')).init,
}
