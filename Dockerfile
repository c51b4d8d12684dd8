# The bot in a container: docs/containers.md. It runs as a user of its own, writes nothing but /data, and lets
# nobody in: the port is for /live, /ready and /metrics.

# The version that the tests run on, on every processor that it is made for.
FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS build
WORKDIR /app
COPY requirements.txt requirements-postgres.txt requirements-otel.txt ./
# Each file is held against the sums in there.
RUN python -m venv /opt/venv && \
    /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes \
    -r requirements.txt -r requirements-postgres.txt -r requirements-otel.txt

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
# For `python -m data backup` and `restore` on PostgreSQL. Debian keeps one version of it, the newest.
# hadolint ignore=DL3008
RUN apt-get update && \
    apt-get install --yes --no-install-recommends postgresql-client && \
    rm -rf /var/lib/apt/lists/* && \
    useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin tidepool && \
    install --directory --owner 10001 --group tidepool --mode 0700 /data
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/tidepool.sqlite3 \
    METRICS_PORT=9464
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY . .
# Compiled now, since nothing can be written later.
RUN python -m compileall -q .
ENV PYTHONDONTWRITEBYTECODE=1
USER 10001
VOLUME /data
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-m", "settings.live"]
CMD ["python", "bot.py"]
