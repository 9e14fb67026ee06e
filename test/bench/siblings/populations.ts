/** What siblings may mean to an argument: nothing, everything, or usually nothing. Long sessions over each. */
import { generate, TYPISTS, type Typist } from '../generate.js';
import type { FormModel, Session } from '../trace.js';

const numbered = (stem: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${stem}${String(at + 1).padStart(2, '0')}`);
const NAMES = 'amber birch cedar delta ember fjord grove haven inlet jetty knoll larch'.split(' ');
const REPOSITORIES = NAMES.flatMap((name) => [`${name}-api`, `${name}-app`]);
const REGIONS = ['ap-east', 'ap-south', 'eu-north', 'eu-west', 'sa-east', 'us-east', 'us-west'];

/** One list for most values of the sibling, and another for those that `differs` picks by their place. */
function mostly(
  siblings: readonly string[],
  usual: readonly string[],
  differs: (at: number) => boolean,
  other: (sibling: string) => readonly string[],
): Record<string, readonly string[]> {
  return Object.fromEntries(siblings.map((name, at) => [name, differs(at) ? other(name) : usual]));
}

const pair = (
  first: string,
  siblings: readonly string[],
  second: string,
  values: Record<string, readonly string[]>,
): FormModel => ({
  [first]: { values: siblings, match: 'prefix' },
  [second]: { values, by: first, match: 'prefix' },
});

export const THREE_INDEPENDENT: FormModel = {
  region: { values: REGIONS, match: 'prefix' },
  team: { values: NAMES, match: 'prefix' },
  repository: { values: REPOSITORIES, match: 'prefix' },
};

const PAIRS: Readonly<Record<string, { about: string; form: FormModel }>> = {
  frameworks: {
    about: 'always another list (frameworks by language)',
    form: pair(
      'language',
      NAMES,
      'framework',
      mostly(
        NAMES,
        [],
        () => true,
        (name) => numbered(`${name.slice(0, 2)}-`, 6),
      ),
    ),
  },
  repositories: {
    about: 'owners with repositories of their own, a third of them forks of one set',
    form: pair(
      'owner',
      NAMES,
      'repository',
      mostly(
        NAMES,
        REPOSITORIES,
        (at) => at % 3 !== 0,
        (name) => numbered(`${name}-`, 8),
      ),
    ),
  },
  branches: {
    about: '[develop, main] in 20 of 24 repositories, some more in the others',
    form: pair(
      'repository',
      REPOSITORIES,
      'branch',
      mostly(
        REPOSITORIES,
        ['develop', 'main'],
        (at) => at % 6 === 4,
        () => ['develop', 'main', 'next', 'release'],
      ),
    ),
  },
  viewers: {
    about: '24 repositories, and 1 viewer in 10 does not see one of them',
    form: pair(
      'viewer',
      numbered('viewer', 40),
      'repository',
      mostly(
        numbered('viewer', 40),
        REPOSITORIES,
        (at) => at % 10 === 7,
        () => REPOSITORIES.filter((_, at) => at !== 7),
      ),
    ),
  },
  rare: {
    about: '7 regions for every tenant but 1 in 40',
    form: pair(
      'tenant',
      numbered('tenant', 40),
      'region',
      mostly(
        numbered('tenant', 40),
        REGIONS,
        (at) => at === 20,
        () => ['eu-north', 'eu-west'],
      ),
    ),
  },
};

/** What is learned is learned once in a session: so there are several, each by another seed. */
const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const VISITS = 30;

export interface Population {
  readonly name: string;
  readonly about: string;
  readonly sessions: readonly Session[];
}

function population(
  name: string,
  about: string,
  form: FormModel,
  { typist = TYPISTS.average, alter = (session) => session }: Variation = {},
): Population {
  const sessions = SEEDS.map((seed) =>
    alter(generate({ name: `siblings/${name}/${seed}`, about, forms: { form }, typist, visits: VISITS })),
  );
  return { name, about, sessions };
}

interface Variation {
  readonly typist?: Typist;
  readonly alter?: (session: Session) => Session;
}

const TENANTS = numbered('tenant', 40);
const everyTenant = (regions: readonly string[]) =>
  Object.fromEntries(TENANTS.map((name) => [name, regions]));

/** The tenants that turn up last have other regions than all before: whatever was proved by then is false. */
function turnLate(session: Session): Session {
  const met = new Set<string>();
  for (const { events } of session.visits)
    for (const [, field, , text = ''] of events)
      if (field === 'tenant' && TENANTS.includes(text)) met.add(text);
  const values = everyTenant(REGIONS);
  for (const tenant of [...met].slice(-LATE)) values[tenant] = ['eu-north', 'eu-west'];
  return { ...session, forms: { form: pair('tenant', TENANTS, 'region', values) } };
}
const LATE = 5;

export const INDEPENDENT: readonly Population[] = [
  population('independent', 'three lists that have nothing to do with each other', THREE_INDEPENDENT),
  population('hopping', 'the same three, going back and forth', THREE_INDEPENDENT, {
    typist: TYPISTS.hopping,
  }),
];

export const DEPENDENT: readonly Population[] = [
  ...Object.entries(PAIRS).map(([name, { about, form }]) => population(name, about, form)),
  population(
    'adversarial',
    `7 regions for every tenant but the ${LATE} that come last`,
    pair('tenant', TENANTS, 'region', everyTenant(REGIONS)),
    { alter: turnLate },
  ),
];
