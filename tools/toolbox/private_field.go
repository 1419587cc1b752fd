package main

import (
	"reflect"
	"unsafe"
)

// privateField points to a field of a struct that its package does not export, or is nil when the struct has
// no field of that name and type.
func privateField[T any](pointer any, name string) *T {
	field := reflect.ValueOf(pointer).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}
