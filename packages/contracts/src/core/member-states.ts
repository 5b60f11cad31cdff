import type { IsoCountry } from './country-codes.ts';

/**
 * Member states of the European Union, and what has a code of its own in them: consumers there may withdraw from a contract that was made at a
 * distance. Each with the time zone in which its days end last.
 */
export const EU_TIME_ZONES: Readonly<Partial<Record<IsoCountry, string>>> = {
  AT: 'Europe/Vienna',
  AX: 'Europe/Mariehamn',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Atlantic/Canary',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GF: 'America/Cayenne',
  GP: 'America/Guadeloupe',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MF: 'America/Marigot',
  MQ: 'America/Martinique',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  PL: 'Europe/Warsaw',
  PT: 'Atlantic/Azores',
  RE: 'Indian/Reunion',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  YT: 'Indian/Mayotte',
};
