import { Module } from '@nestjs/common';
import { Pictures } from './pictures.ts';

@Module({ providers: [Pictures], exports: [Pictures] })
export class PicturesModule {}
