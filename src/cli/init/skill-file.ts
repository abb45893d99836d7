import { isAbsolute, join } from 'node:path'
import { Failure } from '../command-line'
import { saveInProject, textOf } from '../saving'
import { terminalOf } from '../terminal'
import { omiseClientIn } from './omise-client'
import skill from './skill.md?asset'

/** Where coding agents look for skills, whichever they are. */
export const skillsFolder = '.agents/skills'

/** What a coding agent reads when a task is about payments, by the format of agentskills.io: at most 120 lines. */
const skillFor = (isOmise: boolean): string =>
  skill
    .replaceAll('{{intercept}}', isOmise ? ' --intercept omise' : '')
    .replace('{{profile}}', isOmise ? ' --profile omise' : '')

/** Writes the skill into a folder of skills below the project. @throws Failure for another file of that name, unless forced */
export const writeSkillFile = async (
  project: string,
  skills: string,
  { isOmise, isForced }: { readonly isOmise: boolean; readonly isForced: boolean },
): Promise<void> => {
  const file = join(isAbsolute(skills) ? skills : join(project, skills), 'payment-sandbox', 'SKILL.md')
  const text = skillFor(isOmise || omiseClientIn(project) !== null)
  const { write } = terminalOf(process.stdout, process.env)
  const before = textOf(file)
  if (before === text) return write(`${file} is up to date\n`)
  if (before !== null && !isForced)
    throw new Failure(`${file} has another text, and nothing was written: overwrite it with --force`)
  await saveInProject(file, text)
  write(`wrote ${file}, a skill for coding agents\n`)
}
