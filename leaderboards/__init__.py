"""Who is ahead: ratings, matches, tournaments. Hears of finished tables, never reaches into one."""
