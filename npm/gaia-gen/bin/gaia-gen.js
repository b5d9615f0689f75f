#!/usr/bin/env node
"use strict";

require("./run.js")("gaia-gen");
