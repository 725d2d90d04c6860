// Where a database, its backups and what could not be read of it are kept.

export interface RecoveryPaths {
  /** The database file. */
  path: string;
  /** The directory of generations: whole databases, each verified when it was made. */
  backups: string;
  /** Where unreadable files are set aside, one directory per incident. Those that lost something are never deleted by Skein. */
  damaged: string;
  /** Files named after sessions: they help to tell whose events were found. */
  environments?: string;
  /** A person said so: what the disk does not give counts as lost. Otherwise the disk may come back, and nothing is repaired until it does. */
  skipsUnreadable?: boolean;
}
