import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { pieceSchema } from './piece.schema.ts';
import { PiecesService } from './pieces.service.ts';
import { RenewPieceWhenCatalogueChanged } from './renew-piece-when-catalogue-changed.ts';

@Module({
  imports: [MongooseModule.forFeature([{ name: 'Piece', schema: pieceSchema }])],
  controllers: [RenewPieceWhenCatalogueChanged],
  providers: [PiecesService],
  exports: [PiecesService],
})
export class PiecesModule {}
