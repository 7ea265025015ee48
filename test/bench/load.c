#define _GNU_SOURCE
/*
 * A closed-loop HTTP client for the benchmark: N keep-alive connections, each sends the next event as soon as the last one was answered.
 * In C, because a client in Node would take the core the servers are measured on.
 *
 *   load PORT KEY CONNECTIONS SECONDS USERS PREFIX DAY [TARGETS]
 *
 * SECONDS 0: one event to each of the users, in turn. Otherwise to users chosen at random, for so long.
 * With TARGETS, a file of lines `path key`, it reads: a GET of a line chosen at random instead of an event. A line whose key is `-`
 * is read by a visitor, each time another one: a browser without a credential, from an address of its own.
 *
 * Prints one JSON line: answers by kind, events acknowledged per second, latency percentiles in ms.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BUFFER 65536
#define SAMPLES_MAX 8000000

struct connection {
  int fd;
  int used;
  double sent_at;
  char in[BUFFER];
};

static const char *key, *prefix, *day;
static int port, users, in_turn;
static unsigned long long strangers = 0, serial = 0, random_state = 88172645463325252ULL;
static float *samples;
static char **targets;
static long target_count = 0;
static long sample_count = 0, ok = 0, refused = 0;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* xorshift: the same sequence of users in every round */
static unsigned long long next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static void read_targets(const char *name) {
  FILE *file = fopen(name, "r");
  char line[2048];
  if (!file) { perror(name); exit(1); }
  targets = calloc(1000000, sizeof *targets);
  while (target_count < 1000000 && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0]) targets[target_count++] = strdup(line);
  }
  fclose(file);
  if (!target_count) { fprintf(stderr, "no targets in %s\n", name); exit(1); }
}

static void transmit(struct connection *c, const char *request, int size) {
  c->used = 0;
  c->sent_at = now();
  if (write(c->fd, request, size) != size) { perror("write"); exit(1); }
}

static void send_read(struct connection *c) {
  char request[4096];
  const char *target = targets[next_random() % target_count];
  const char *space = strchr(target, ' ');
  int length = (int)(space - target), size;
  unsigned long long who = next_random() ^ strangers;
  serial++;
  if (strcmp(space + 1, "-") == 0)
    size = snprintf(request, sizeof request, "GET %.*s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nx-forwarded-for: 10.%d.%d.%d\r\n"
      "user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\naccept-encoding: gzip, deflate, br\r\n"
      "accept: text/html,application/xhtml+xml,*/*;q=0.8\r\naccept-language: en\r\n\r\n", length, target, port,
      (int)(who >> 16 & 255), (int)(who >> 24 & 255), (int)(who >> 32 & 255));
  else
    size = snprintf(request, sizeof request, "GET %.*s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nauthorization: Bearer %s\r\n\r\n",
      length, target, port, space + 1);
  transmit(c, request, size);
}

static void send_event(struct connection *c) {
  char body[512], request[1024];
  unsigned long long id = serial++;
  int length = snprintf(body, sizeof body,
    "{\"event_id\":\"%s-%llu\",\"user_id\":\"u%llu\",\"type\":\"lesson.completed\",\"occurred_at\":\"%s\","
    "\"properties\":{\"score\":90,\"minutes\":12,\"lesson_id\":\"l%llu\"}}",
    prefix, id, in_turn ? id % users : next_random() % users, day, id);
  int size = snprintf(request, sizeof request,
    "POST /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nauthorization: Bearer %s\r\ncontent-type: application/json\r\n"
    "content-length: %d\r\n\r\n%s", port, key, length, body);
  transmit(c, request, size);
}

static void send_next(struct connection *c) {
  if (targets) send_read(c);
  else send_event(c);
}

/* Length of the complete response in the buffer, 0 while it is incomplete. Both servers answer with content-length. */
static int complete(struct connection *c) {
  c->in[c->used] = 0;
  char *end = strstr(c->in, "\r\n\r\n");
  if (!end) return 0;
  char *header = strcasestr(c->in, "\r\ncontent-length:");
  if (!header || header > end) { fprintf(stderr, "no content-length: %.200s\n", c->in); exit(1); }
  int total = (int)(end - c->in) + 4 + atoi(header + 17);
  return c->used >= total ? total : 0;
}

static int by_value(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  if (argc != 8 && argc != 9) { fprintf(stderr, "load PORT KEY CONNECTIONS SECONDS USERS PREFIX DAY [TARGETS]\n"); return 2; }
  if (argc == 9) read_targets(argv[8]);
  port = atoi(argv[1]); key = argv[2]; users = atoi(argv[5]); prefix = argv[6]; day = argv[7];
  /* visitors of one round are others than those of the next */
  for (const char *c = prefix; *c; c++) strangers = (strangers + (unsigned char)*c + 1) * 6364136223846793005ULL;
  int connections = atoi(argv[3]);
  double seconds = atof(argv[4]);
  in_turn = seconds == 0;
  samples = malloc(sizeof(float) * SAMPLES_MAX);
  struct connection *all = calloc(connections, sizeof *all);
  int poll = epoll_create1(0);
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  for (int i = 0; i < connections; i++) {
    int one = 1;
    all[i].fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(all[i].fd, (struct sockaddr *)&address, sizeof address) != 0) { perror("connect"); return 1; }
    setsockopt(all[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = &all[i] };
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].fd, &event);
  }
  double start = now(), until = start + seconds;
  for (int i = 0; i < connections; i++) send_next(&all[i]);
  int open = connections;
  struct epoll_event events[256];
  while (open > 0) {
    int ready = epoll_wait(poll, events, 256, 15000);
    if (ready <= 0) { fprintf(stderr, "no answer for 15 s\n"); return 1; }
    for (int i = 0; i < ready; i++) {
      struct connection *c = events[i].data.ptr;
      int got = read(c->fd, c->in + c->used, BUFFER - 1 - c->used);
      if (got <= 0) { fprintf(stderr, "the server closed a connection\n"); return 1; }
      c->used += got;
      if (!complete(c)) continue;
      double at = now();
      if (sample_count < SAMPLES_MAX) samples[sample_count++] = (float)((at - c->sent_at) * 1000);
      if (strncmp(c->in + 9, "200", 3) == 0) ok++;
      else if (refused++ == 0) fprintf(stderr, "refused: %.600s\n", c->in);
      if (in_turn ? serial < (unsigned)users : at < until) send_next(c);
      else open--;
    }
  }
  double elapsed = now() - start;
  qsort(samples, sample_count, sizeof(float), by_value);
  printf("{\"ok\":%ld,\"refused\":%ld,\"seconds\":%.3f,\"per_second\":%.1f,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f}\n", ok, refused, elapsed,
    ok / elapsed, samples[sample_count / 2], samples[(long)(sample_count * 0.99)], samples[sample_count - 1]);
  return 0;
}
