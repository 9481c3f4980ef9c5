// A thread with a stack of known size.
#include <pthread.h>

#include "CLuaShims.h"

typedef struct start {
  void (*body)(void *);
  void *argument;
} start;

static void *begin(void *raw) {
  start *work = raw;
  work->body(work->argument);
  return NULL;
}

bool lh_on_thread(size_t stack, void (*body)(void *), void *argument) {
  start work = {body, argument};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return false;
  bool made = pthread_attr_setstacksize(&attributes, stack) == 0
    && pthread_create(&thread, &attributes, begin, &work) == 0;
  pthread_attr_destroy(&attributes);
  if (made) pthread_join(thread, NULL);
  return made;
}
