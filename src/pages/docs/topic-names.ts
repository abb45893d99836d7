/** Every topic of the documentation: the order of the menu, and of the list in the terminal. */
export const topicTexts = {
  api: { title: 'Operations', about: 'every operation of the service: parameters, answers, errors' },
  errors: { title: 'Errors', about: 'every error code: when it occurs, how to cause it, what to do' },
  states: { title: 'States', about: 'the states of each record and the moves between them' },
  'test-cards': {
    title: 'Test cards',
    about: 'card numbers, magic values, payment methods and what each does',
  },
  webhooks: { title: 'Webhooks', about: 'event keys, signature and retries' },
  search: { title: 'Search', about: 'the language of searches, and the filters of each scope' },
  control: {
    title: 'Control plane',
    about: 'the operations under /_sandbox: clock, faults, fixtures, snapshots',
  },
  options: { title: 'Options', about: 'the options of the command line, the environment and the library' },
  library: { title: 'Library', about: 'what createSandbox() gives, and the modules of the package' },
  server: { title: 'Server', about: 'keys, who may call it, the state file, start and stop' },
  choices: { title: 'Choices', about: 'profiles, and decisions where the specification is silent' },
} as const

export type TopicName = keyof typeof topicTexts
export const topicNames = Object.keys(topicTexts) as readonly TopicName[]
export const isTopic = (text: string): text is TopicName => Object.hasOwn(topicTexts, text)
