import { Module } from '@nestjs/common';
import { ReleasesController } from './releases.controller.ts';
import { Shell } from './shell.ts';

@Module({ controllers: [ReleasesController], providers: [Shell] })
export class ReleasesModule {}
