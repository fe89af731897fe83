// Measures the date reader on LoCoMo's temporal questions. By hand: npx node scripts/measure-dates.ts PATH-TO-locomo.json [--misses]
