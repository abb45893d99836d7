/** Answers of the profile `omise`, compared field by field with recorded ones. */
import { describe, expect, test } from 'vitest'
import { accountShapes } from '../spec/recorded/accounts'
import { balanceShapes } from '../spec/recorded/balances'
import { chargeShapes } from '../spec/recorded/charges'
import { endedShapes } from '../spec/recorded/ended'
import { moneyShapes } from '../spec/recorded/money'
import { planShapes } from '../spec/recorded/plans'
import { differencesFrom } from '../spec/recorded/shape'
import { answerFor } from '../support/recorded'

const shapes = [accountShapes, balanceShapes, chargeShapes, endedShapes, moneyShapes, planShapes].flat()

describe('recorded answers: the same fields, types, nulls and values', () => {
  test.each(shapes)('$name ($date)', async (shape) => {
    const found = differencesFrom(shape, await answerFor(shape.name))
    const { differs = {} } = shape
    const unknown = found.filter(({ path }) => differs[path] === undefined)
    expect(unknown.map(({ path, kind, text }) => `${kind}: ${path} ${text}`)).toEqual([])
    expect(found.map(({ path }) => path).sort(), 'a reason without a difference').toEqual(
      Object.keys(differs).sort(),
    )
  })
})
