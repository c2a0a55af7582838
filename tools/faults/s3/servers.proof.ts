import { describeStore } from './describe-store.ts';
import { s3rverTraits, startS3rver } from './s3rver.ts';
import { standInTraits, startStandIn } from './stand-in.ts';
import { startSwift, swiftTraits } from './swift.ts';

describeStore('the S3 stand-in', startStandIn, standInTraits);
describeStore('OpenStack Swift', startSwift, swiftTraits);
describeStore('s3rver', startS3rver, s3rverTraits);
