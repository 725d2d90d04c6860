// The paths of a database, its backups and its damaged predecessors.

export interface RecoveryPaths {
  /** The database file. */
  path: string;
  /** The directory of backups: whole databases, each verified when it was made. */
  backups: string;
  /** Damaged files, in one directory per incident. Skein never deletes those of an incident that lost something. */
  damaged: string;
  /** Files named after sessions: they help to identify sessions that lost their rows. */
  environments?: string;
  /** A person decided that bytes that the disk can't return are lost. Otherwise nothing is repaired until the disk answers. */
  skipsUnreadable?: boolean;
}
