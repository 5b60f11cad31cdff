import { Injectable } from '@nestjs/common';
import { StartTask } from '../start-task.ts';
import { Sessions } from './sessions.ts';

/** Ends the sessions of another secret. */
@Injectable()
export class EndSessionsOfOldSecret extends StartTask {
  constructor(private readonly sessions: Sessions) {
    super();
  }

  protected async run(): Promise<void> {
    await this.sessions.endThoseOfOldSecret();
  }
}
