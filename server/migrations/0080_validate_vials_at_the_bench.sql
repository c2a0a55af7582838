-- online
-- Validates the constraints of 0074, which takes a lock that lets people read and write.
alter table vials
  validate constraint a_vial_is_somewhere,
  validate constraint vial_lab,
  validate constraint vial_batch_of_the_patient,
  validate constraint vial_box,
  validate constraint vial_hold_deviation,
  validate constraint vial_order_of_the_patient,
  validate constraint vial_box_has_a_position,
  validate constraint vial_hold_reasons,
  validate constraint vial_hold_has_a_reason,
  validate constraint only_stored_vials_are_placed_or_held,
  validate constraint held_vials_are_not_reserved,
  validate constraint orders_have_vials_in_store_or_shipped,
  validate constraint picked_vials_have_an_order,
  validate constraint picked_vials_have_no_position,
  validate constraint packed_vials_are_picked;
