import { profileRowNames, profileRows } from '../../../options/profiles'
import { assumptions } from '../../../service/assumptions'
import { code, type TopicContent } from '../content'

export const choicesTopic = (): TopicContent => ({
  text: 'The decisions of the sandbox where the specification of the service is silent, or recordings contradict it.',
  sections: [
    {
      id: 'profiles',
      title: 'Profiles',
      text:
        '`--profile spec`, the default, follows the specification; `--profile recorded` follows recordings of the ' +
        "real service, for which published clients were made. Each row can be set by itself: `createSandbox({ overrides: { declines: 'charge' } })`.",
      entries: profileRowNames.map((name) => {
        const { spec, recorded, text } = profileRows[name]
        return {
          id: `profile-${name}`,
          name,
          text: `${text}. ${code(spec)} by spec, ${code(recorded)} by recorded`,
        }
      }),
    },
    {
      id: 'assumptions',
      title: 'Decisions where the specification is silent',
      text: 'Each with the section of the specification that leaves it open.',
      entries: assumptions.map(({ id, section, question, choice, reason }) => ({
        id,
        name: id,
        label: section,
        text: question,
        facts: [
          ['Choice', choice],
          ['Why', reason],
        ],
      })),
    },
  ],
})
