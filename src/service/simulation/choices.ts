import * as z from 'zod/mini'

/** Fields of actions whose values are few. */

export const oneOf = <const T extends string>(names: readonly T[]) =>
  z.enum(names as readonly [T, ...T[]], `must be one of ${names.join(', ')}`)

export const choice = <T extends string>(
  what: string,
  choices: readonly (readonly [T, string])[],
  usual: T,
) => ({
  about: `${what}. Default: \`${usual}\``,
  type: () => oneOf(choices.map(([value]) => value)),
  usual,
  choices,
})

export const failure = <T extends string>(codes: readonly T[], usual: T, such: string) => ({
  failure_code: choice(
    `Why it fails, such as \`${such}\``,
    codes.map((code) => [code, code]),
    usual,
  ),
})
