/** Short lists for the arguments whose interest is how they are answered: slowly, or not at all. */

export const AUDIENCES: readonly string[] = ['a beginner', 'a colleague', 'a reviewer', 'an executive'];

// biome-ignore format: a row per name would be a very long file
export const CITIES: readonly string[] = [
  'Amsterdam', 'Athens', 'Barcelona', 'Berlin', 'Bern', 'Bologna', 'Bordeaux', 'Brussels', 'Copenhagen', 'Dublin',
  'Edinburgh', 'Florence', 'Geneva', 'Ghent', 'Glasgow', 'Granada', 'Hamburg', 'Helsinki', 'Krakow', 'Lisbon',
  'Ljubljana', 'London', 'Lyon', 'Madrid', 'Marseille', 'Milan', 'Munich', 'Naples', 'Oslo', 'Paris', 'Porto',
  'Prague', 'Reykjavik', 'Riga', 'Rome', 'Seville', 'Stockholm', 'Tallinn', 'Turin', 'Valencia', 'Venice', 'Vienna',
  'Vilnius', 'Warsaw', 'Zagreb', 'Zurich',
];

// biome-ignore format: a row per name would be a very long file
export const MONTHS: readonly string[] = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
];

export const SEVERITIES: readonly string[] = ['blocker', 'critical', 'major', 'minor', 'trivial'];
